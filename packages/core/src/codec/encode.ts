import type { IdText } from './message.js';
import type { Params } from './message.js';

/** A reply with a result. The id is pasted as it came. */
export function encodeResult(id: IdText, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${resultJson}}`;
}

/** A reply with an error; without an id the era says whether the member is null or left out. */
export function encodeError(
  id: IdText | undefined,
  errorJson: string,
  unreadableId: 'null' | 'omit',
): string {
  if (id !== undefined) return `{"jsonrpc":"2.0","id":${id},"error":${errorJson}}`;
  return unreadableId === 'null'
    ? `{"jsonrpc":"2.0","id":null,"error":${errorJson}}`
    : `{"jsonrpc":"2.0","error":${errorJson}}`;
}

/** The replies of a batch as one text; none at all where nothing is to be said (JSON-RPC §6). */
export function encodeBatch(replies: readonly string[]): string | undefined {
  return replies.length === 0 ? undefined : `[${replies.join(',')}]`;
}

/** A request of our own. Throws what JSON.stringify throws: params that are no JSON are a mistake of the program. */
export function encodeRequest(id: IdText, method: string, params?: Params): string {
  return `{"jsonrpc":"2.0","id":${id},${methodAndParams(method, params)}}`;
}

/** A notification of our own; throws as `encodeRequest` does. */
export function encodeNotification(method: string, params?: Params): string {
  return `{"jsonrpc":"2.0",${methodAndParams(method, params)}}`;
}

function methodAndParams(method: string, params: Params | undefined): string {
  const name = `"method":${JSON.stringify(method)}`;
  // Undefined also where a toJSON of the caller's says so: the member is left out, as in any object.
  const json = JSON.stringify(params) as string | undefined;
  return json === undefined ? name : `${name},"params":${json}`;
}

/** The JSON of a result, or undefined where it has none: BigInt, cycles, functions, undefined, a throwing toJSON. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // the caller answers −32603 and tells the operator what it was
  }
}

/** Whether a value is JSON already: what is written of it is the same each time. */
export function isSimple(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if ('toJSON' in value) return false;
  if (Array.isArray(value)) return value.every(isSimple);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) {
    if (!isSimple((value as Record<string, unknown>)[key])) return false;
  }
  return true;
}
