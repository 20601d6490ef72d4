import { peek } from '../fault/index.js';
import { FAULT_META_KEY } from '../contract/index.js';
import type { MessageFailure } from './failure.js';
import { asInteger, asText, isObject, itemsOf, keysOf } from './peek.js';
import type { ReadOptions } from './read-declared.js';
import { readInfo, type Found } from './read-info.js';

/** Read a JSON-RPC error object that is known to be one. */
export function readRpcError(
  error: unknown,
  options: ReadOptions,
  more: Partial<Found> = {},
): MessageFailure {
  const message = asText(peek(error, 'message'));
  const code = asInteger(peek(error, 'code'));
  const data = factsIn(peek(error, 'data'));
  const found: Found = { code, message, data, raw: error, ...more };
  return { origin: 'rpc', ...readInfo(found, options) };
}

/** A guard leaves the data of a server's own errors as it was, and puts the facts beside it under their key. */
function factsIn(data: unknown): unknown {
  const facts = peek(data, FAULT_META_KEY);
  return isObject(facts) ? { ...facts, data } : data;
}

/** The error of a whole JSON-RPC response, or undefined for any other object. */
export function errorOfResponse(thing: unknown): unknown {
  const error = peek(thing, 'error');
  if (error === undefined || error === null || peek(thing, 'result') !== undefined)
    return undefined;
  // Some peers send an error that is not one (a text, no code): with the version beside it, it is still no success.
  return isErrorObject(error) || peek(thing, 'jsonrpc') === '2.0' ? error : undefined;
}

export function isErrorObject(thing: unknown): boolean {
  return asInteger(peek(thing, 'code')) !== undefined && typeof peek(thing, 'message') === 'string';
}

/** An error object on its own: exactly the members of JSON-RPC §5.1, so that a success with a `code` is left alone. */
export function isBareError(thing: unknown): boolean {
  return (
    isErrorObject(thing) && keysOf(thing).every((key) => ['code', 'message', 'data'].includes(key))
  );
}

/**
 * Read a tool result with `isError`. The facts are in `_meta`; hosts that drop `_meta` may have kept them in
 * `structuredContent`, where servers of other makes put their data too. Else there is the text and no more.
 */
export function readToolFailure(
  result: unknown,
  options: ReadOptions,
  raw: unknown = result,
): MessageFailure {
  const facts = peek(peek(result, '_meta'), FAULT_META_KEY);
  const structured = peek(result, 'structuredContent');
  const data = isObject(facts) ? facts : structured;
  return { origin: 'tool', ...readInfo({ message: textOf(result), data, raw }, options) };
}

function textOf(result: unknown): string | undefined {
  const texts = itemsOf(peek(result, 'content')).flatMap((block) =>
    peek(block, 'type') === 'text' ? (asText(peek(block, 'text')) ?? []) : [],
  );
  return asText(texts.join('\n'));
}
