import type { Probe } from '../../probe.js';

/** A request whose headers have to repeat a name of its body. */
export interface Target {
  readonly method: string;
  readonly params: object | undefined;
  /** What Mcp-Name has to say; undefined of methods without. */
  readonly name: string | undefined;
}

/** A request with a name that is known to exist, and that changes nothing; undefined where the server offers none. */
export function namedTarget({ offer, callable }: Probe): Target | undefined {
  const [uri] = offer.resources;
  if (uri !== undefined) return { method: 'resources/read', params: { uri }, name: uri };
  const prompt = offer.prompts.find((each) => each.arguments.every(({ required }) => !required));
  if (prompt !== undefined) {
    const { name } = prompt;
    return { method: 'prompts/get', params: { name }, name };
  }
  const tool = callable.find(({ inputSchema }) => !hasEntries(inputSchema['required']));
  if (tool === undefined) return undefined;
  const { name } = tool;
  return { method: 'tools/call', params: { name, arguments: {} }, name };
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
