import { objectOrEmpty, parseJson } from '../json/json.js';

/** Longer texts are not read for what they ask. */
const LONGEST = 20_000;

/** Methods that a revision of MCP has. All others count as one: a server that ignores one unknown method ignores the next. */
const METHODS: ReadonlySet<unknown> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
]);

/** Names that cases use because no server has them. */
const NOT_THERE = /^(?:errata|__proto__$|constructor$).*/;

/** What a request asks for: its method, and the tool or prompt by name. Undefined if the text is no request. */
export function keyOf(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const { method, params, id } = objectOrEmpty(parseJson(text));
  if (typeof method !== 'string' || id === undefined) return undefined;
  const { name } = objectOrEmpty(params);
  const called = typeof name === 'string' ? name.replace(NOT_THERE, 'unknown') : '';
  return `${METHODS.has(method) ? method : 'unknown method'} ${called}`;
}

/**
 * Requests of a run that got no reply in all the time that a reply has. The next request of the kind is not waited for as long, so
 * that a silent server does not cost its silence times the number of cases.
 */
export class Unanswered {
  readonly #keys = new Set<string>();

  has(texts: readonly string[]): boolean {
    return texts.length > 0 && texts.every((text) => this.#keys.has(keyOf(text) ?? ''));
  }

  add(text: string): void {
    const key = keyOf(text);
    if (key !== undefined) this.#keys.add(key);
  }
}
