import { membersOf, parseJson } from '../../json/json.js';
import { spoilArguments, type SpoiledKind } from '../../schema/index.js';
import { systemClock } from '../../clock.js';
import type { Hooks } from '../breakage.js';
import { sampleOptions } from '../sample-kit.js';

/** Hooks that change what is answered to calls of the sample's tools whose arguments are wrong in one way. */
export function answerSpoiled(change: (reply: string) => string, kind: SpoiledKind): Hooks {
  const spoiled = (sampleOptions(systemClock, () => undefined).tools ?? []).map((tool) => ({
    name: tool.name,
    texts: spoilArguments(tool.inputSchema)
      .filter((each) => each.kind === kind)
      .map(({ args }) => JSON.stringify(args)),
  }));
  return {
    outgoing: (text, request) =>
      spoiled.some(({ name, texts }) =>
        texts.includes(JSON.stringify(argumentsOf(request, name)) ?? ''),
      )
        ? change(text)
        : text,
  };
}

/** The arguments of a call of a tool; undefined of anything else. */
export function argumentsOf(request: string | undefined, tool: string): unknown {
  const { method, params } = membersOf(parseJson(request ?? ''));
  const { name, arguments: args } = membersOf(params);
  return method === 'tools/call' && name === tool ? args : undefined;
}

/** A result under the id of a reply, in its place. */
export function resultFor(reply: string, result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: membersOf(parseJson(reply))['id'], result });
}

/** An error under the id of a reply, in its place. */
export function errorFor(reply: string, error: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: membersOf(parseJson(reply))['id'], error });
}

/** The result of a tool with one text. */
export function textResult(text: string, members: object = {}): object {
  return { content: [{ type: 'text', text }], ...members };
}
