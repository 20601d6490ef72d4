import { factsOf } from '../contract/index.js';
import { peek, isFault } from '../fault/index.js';
import type { CallFailure } from './failure.js';
import { attempt, isObject } from './peek.js';
import type { ReadOptions } from './read-declared.js';
import { httpPartsOf, isProblemDocument, readHttp, readProblem } from './read-http.js';
import { createLocal, readLocalError } from './read-local.js';
import { errorOfResponse, isBareError, readRpcError, readToolFailure } from './read-message.js';
import { readSdkError } from './read-sdk.js';
import { isRecoveryError } from './recovery-error.js';

/**
 * Read any failure into one shape; undefined for a success. Takes JSON-RPC error objects and responses, tool results,
 * HTTP answers, problem documents, and the exceptions of both SDKs, of fetch and of the platform. Never throws.
 */
export function readFailure(thing: unknown, options: ReadOptions = {}): CallFailure | undefined {
  if (!isObject(thing)) return readReturned(thing, options);
  if (isErrorLike(thing)) return readException(thing, options);
  const returned = readReturned(thing, options);
  if (returned !== undefined) return returned;
  if (isBareError(thing)) return readRpcError(thing, options);
  return isProblemDocument(thing) ? readProblem(thing, options) : undefined;
}

/**
 * Read what a call returned. Stricter than {@link readFailure}: a result may well be an object with a `code` and a
 * `message`, so only what its surroundings prove to be a failure is one. Of texts that is a JSON-RPC error response.
 */
export function readReturned(value: unknown, options: ReadOptions = {}): CallFailure | undefined {
  if (typeof value === 'string') return readText(value, options);
  if (!isObject(value)) return undefined;
  if (peek(value, 'isError') === true) return readToolFailure(value, options);
  const error = errorOfResponse(value);
  if (error !== undefined) return readRpcError(error, options, { raw: value });
  const result = peek(value, 'result');
  if (peek(value, 'jsonrpc') === '2.0' && peek(result, 'isError') === true) {
    return readToolFailure(result, options, value);
  }
  const http = httpPartsOf(value);
  return http === undefined ? undefined : readHttp(http, value, options);
}

const MAX_TEXT = 1024 * 1024;

/** A server that is called in the same process answers with the text of a response. */
function readText(text: string, options: ReadOptions): CallFailure | undefined {
  if (!text.startsWith('{') || text.length > MAX_TEXT) return undefined;
  const response = attempt(() => JSON.parse(text) as unknown);
  if (peek(response, 'jsonrpc') !== '2.0') return undefined;
  const error = errorOfResponse(response);
  if (error !== undefined) return readRpcError(error, options, { raw: text });
  const result = peek(response, 'result');
  return peek(result, 'isError') === true ? readToolFailure(result, options, text) : undefined;
}

/** Read a thrown value. The result is always a failure, even for `throw undefined`. */
export function readThrown(thrown: unknown, options: ReadOptions = {}): CallFailure {
  const message =
    typeof thrown === 'string' && thrown !== '' ? { message: thrown.slice(0, 4000) } : {};
  return readFailure(thrown, options) ?? createLocal('unknown', thrown, { options, ...message });
}

function readException(error: unknown, options: ReadOptions): CallFailure {
  if (isRecoveryError(error)) return error.failure;
  const fault = readFault(error, options) ?? readSdkError(error, options);
  if (fault !== undefined) return fault;
  // axios and its like carry the answer on the exception.
  const http = httpPartsOf(peek(error, 'response'));
  const answered = http === undefined ? undefined : readHttp(http, error, options);
  return answered ?? readLocalError(error, options);
}

/** A fault that was thrown in the same process, read as its wire would say it. */
function readFault(error: unknown, options: ReadOptions): CallFailure | undefined {
  if (!isFault(error)) return undefined;
  return attempt(() => {
    const data = factsOf(error, error.code, error.context as Readonly<Record<string, unknown>>);
    return readRpcError({ code: error.code, message: error.details, data }, options, {
      raw: error,
    });
  });
}

/** An error of this realm or of another. */
function isErrorLike(thing: object): boolean {
  try {
    if (thing instanceof Error) return true;
  } catch {
    return false; // a proxy that will not say what it is
  }
  return typeof peek(thing, 'stack') === 'string' && typeof peek(thing, 'message') === 'string';
}
