import type { Probe } from '../../probe.js';

/** A request whose headers have to repeat a name of its body. */
export interface Target {
  readonly method: string;
  readonly params: object | undefined;
  /** What Mcp-Name has to say; undefined of methods without. */
  readonly name: string | undefined;
}

/** Requests with names that are known to exist, and that change nothing: one of each kind that the server offers. */
export function namedTargets({ offer, callable }: Probe): readonly Target[] {
  const [uri] = offer.resources;
  const prompt = offer.prompts.find((each) => each.arguments.every(({ required }) => !required));
  const tool = callable.find(({ inputSchema }) => !hasEntries(inputSchema['required']));
  return [
    ...(uri === undefined ? [] : [{ method: 'resources/read', params: { uri }, name: uri }]),
    ...(prompt === undefined ? [] : [called('prompts/get', prompt.name)]),
    ...(tool === undefined ? [] : [called('tools/call', tool.name)]),
  ];
}

function called(method: string, name: string): Target {
  return { method, params: { name, arguments: {} }, name };
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
