import { parseRetryAfter, peek } from '../fault/index.js';
import type { CallFailure, HttpFailure } from './failure.js';
import { asInteger, asText, attempt, compact, isList, isObject, keysOf } from './peek.js';
import type { ReadOptions } from './read-declared.js';
import { readInfo } from './read-info.js';
import { errorOfResponse, isBareError, readRpcError, readToolFailure } from './read-message.js';

/** The known parts of an HTTP response. */
export interface HttpParts {
  readonly status: number;
  readonly statusText?: unknown;
  /** `Headers`, or a plain record in any case. */
  readonly headers?: unknown;
  /** Text or parsed JSON. A stream is left alone: reading is synchronous. */
  readonly body?: unknown;
}

/** The parts of a `Response`, or of a plain record or axios answer that looks like one. */
export function httpPartsOf(thing: unknown): HttpParts | undefined {
  const status = asInteger(peek(thing, 'status'));
  const headers = peek(thing, 'headers');
  if (status === undefined || status < 100 || status > 599 || !isObject(headers)) return undefined;
  const body = peek(thing, 'body') ?? peek(thing, 'data');
  return { status, statusText: peek(thing, 'statusText'), headers, body };
}

/** Read an HTTP answer; undefined if neither the status nor the body reports a failure. */
export function readHttp(
  parts: HttpParts,
  raw: unknown,
  options: ReadOptions,
): CallFailure | undefined {
  const body = parseBody(parts.body);
  if (parts.status < 400) return readBody(body, raw, options);
  return readHttpFailure(parts, body, raw, options);
}

/** A JSON-RPC error travels in a 200 like any other answer. */
function readBody(body: unknown, raw: unknown, options: ReadOptions): CallFailure | undefined {
  const error = errorOfResponse(body);
  if (error !== undefined) return readRpcError(error, options, { raw });
  const result = peek(body, 'result') ?? body;
  return peek(result, 'isError') === true ? readToolFailure(result, options, raw) : undefined;
}

function readHttpFailure(
  parts: HttpParts,
  body: unknown,
  raw: unknown,
  options: ReadOptions,
): HttpFailure {
  const { status } = parts;
  const error = errorOfResponse(body) ?? (isBareError(body) ? body : undefined);
  const retryAfter = parseRetryAfter(
    headerOf(parts.headers, 'retry-after'),
    options.now ?? Date.now,
  );
  const message =
    error === undefined
      ? (asText(peek(body, 'detail')) ?? asText(peek(body, 'title')) ?? statusLine(parts))
      : asText(peek(error, 'message'));
  const info = readInfo(
    {
      code: error === undefined ? undefined : asInteger(peek(error, 'code')),
      message,
      data: error === undefined ? body : peek(error, 'data'),
      status,
      retryAfter,
      raw,
    },
    options,
  );
  const challenge = asText(headerOf(parts.headers, 'www-authenticate'));
  return { origin: 'http', status, ...info, ...compact({ challenge }) };
}

/** The members of RFC 9457, without the answer they came in. */
export function isProblemDocument(thing: unknown): boolean {
  const status = asInteger(peek(thing, 'status'));
  return (
    status !== undefined &&
    status >= 400 &&
    status <= 599 &&
    asText(peek(thing, 'title')) !== undefined
  );
}

export function readProblem(problem: unknown, options: ReadOptions): HttpFailure {
  const status = asInteger(peek(problem, 'status')) ?? 500;
  return readHttpFailure({ status }, problem, problem, options);
}

// An HTML page is not a message: the status says the same and is short.
function statusLine({ status, statusText }: HttpParts): string {
  const text = asText(statusText);
  return text === undefined ? `HTTP ${status}` : `HTTP ${status} ${text}`;
}

const MAX_BODY = 1024 * 1024;

function parseBody(body: unknown): unknown {
  if (typeof body !== 'string') return isObject(body) && !isList(body) ? body : undefined;
  if (body.length > MAX_BODY) return undefined;
  const parsed = attempt(() => JSON.parse(body) as unknown);
  return isObject(parsed) ? parsed : asText(body);
}

function headerOf(headers: unknown, name: string): unknown {
  const get = peek(headers, 'get');
  if (typeof get === 'function')
    return attempt(() => get.call(headers, name) as unknown) ?? undefined;
  const key = keysOf(headers).find((each) => each.toLowerCase() === name);
  const value = key === undefined ? undefined : peek(headers, key);
  // Node gives some headers as lists.
  return isList(value) ? peek(value, 0) : value;
}
