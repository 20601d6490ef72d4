import { peek, type Effect, type Strategy } from '../fault/index.js';
import type { CallFailure, LocalKind } from './failure.js';
import { asInteger, asText, attempt, isObject, keysOf } from './peek.js';
import type { ReadOptions } from './read-declared.js';
import { readHttp } from './read-http.js';
import { createLocal } from './read-local.js';
import { readRpcError } from './read-message.js';

/**
 * Read an exception of the MCP TypeScript SDK, v1 (1.32) or v2 (2.4), by class name, code and brand: `instanceof` misses the second copy of a package, and text proves nothing.
 */
export function readSdkError(error: unknown, options: ReadOptions): CallFailure | undefined {
  if (isA(error, 'SdkHttpError')) {
    return readSdkHttpError(error, options) ?? readSdkV2(error, options);
  }
  if (isA(error, 'SdkError')) return readSdkV2(error, options);
  if (isA(error, 'StreamableHTTPError') || isA(error, 'SseError'))
    return readTransportError(error, options);
  if (isA(error, 'UnauthorizedError')) {
    return readHttp({ status: 401, statusText: peek(error, 'message') }, error, options);
  }
  const code = asInteger(peek(error, 'code'));
  if (code === undefined || !RPC_CLASSES.some((name) => isA(error, name))) return undefined;
  return (
    readLocalOfV1(error, code, options) ??
    readRpcError(error, options, { doubtful: isDoubtful(error, code) })
  );
}

// The code of any other class is not a JSON-RPC code, even if it is an integer.
const RPC_CLASSES = ['McpError', 'UrlElicitationRequiredError', 'ProtocolError'] as const;

const BRANDS = Symbol.for('mcp.sdk.errorBrands');

/** Whether an error is of a class: by the brands that v2 stamps, its `name`, or the class's name where v1 sets none. */
function isA(error: unknown, className: string): boolean {
  if (peek(error, 'name') === className) return true;
  if (peek(peek(error, 'constructor'), 'name') === className) return true;
  try {
    return (
      (peek(error, BRANDS) as ReadonlySet<unknown> | undefined)?.has(`mcp.${className}`) === true
    );
  } catch {
    return false; // a brand that is no set is none
  }
}

/**
 * SDK v1 makes `McpError`s of its own with codes that peers use as well. What tells them apart, and no more than that:
 * - a timeout carries exactly `{timeout}` or `{maxTotalTimeout, totalElapsed}`. A peer could send the same, and
 *   would get no more than a second try of a call that may be repeated anyway;
 * - a cancelled call is −32001 without data: recognised by the aborted signal, if the caller passes it;
 * - a closed connection is −32000 without data: recognised by `connected`; for v1 that is `client.transport !== undefined`.
 * Without that help both are read as the peer's: their effect is unknown and nothing is retried, which is right for both.
 */
function readLocalOfV1(
  error: unknown,
  code: number,
  options: ReadOptions,
): CallFailure | undefined {
  const data = peek(error, 'data');
  const local = (kind: LocalKind) => createLocal(kind, error, { options });
  if (!isA(error, 'McpError')) return undefined;
  if (code === -32001 && isTimeoutData(data)) return local('timeout');
  if (data !== undefined) return undefined;
  if (code === -32001 && options.signal?.aborted === true) return local('cancelled');
  return code === -32000 && attempt(() => options.connected?.()) === false
    ? local('closed')
    : undefined;
}

function isTimeoutData(data: unknown): boolean {
  const keys = keysOf(data).join();
  return keys === 'timeout' || keys === 'maxTotalTimeout,totalElapsed';
}

/**
 * Both clients throw −32602 and −32600 of their own, without data, when a *successful* result does not fit the tool's
 * output schema. So these two do not prove that nothing was done.
 */
function isDoubtful(error: unknown, code: number): boolean {
  return (
    (isA(error, 'McpError') || isA(error, 'ProtocolError')) &&
    (code === -32602 || code === -32600) &&
    peek(error, 'data') === undefined
  );
}

/** v2 buries the answer of the server, JSON-RPC error and all, in `data.text`. */
function readSdkHttpError(error: unknown, options: ReadOptions): CallFailure | undefined {
  const data = peek(error, 'data');
  const status = asInteger(peek(data, 'status')) ?? asInteger(peek(error, 'status'));
  if (status === undefined || status < 400 || status > 599) return undefined;
  const parts = { status, statusText: peek(data, 'statusText'), headers: peek(data, 'headers') };
  return readHttp({ ...parts, body: peek(data, 'text') }, error, options);
}

/** v1: `code` is the HTTP status; −1 means an answer of a type that the transport cannot read. */
function readTransportError(error: unknown, options: ReadOptions): CallFailure {
  const status = asInteger(peek(error, 'code'));
  const read =
    status !== undefined && status >= 400 && status <= 599
      ? readHttp({ status }, error, options)
      : undefined;
  return read ?? createLocal(status === undefined ? 'closed' : 'result', error, { options });
}

/** v2: local failures have words for codes. */
function readSdkV2(error: unknown, options: ReadOptions): CallFailure {
  const reason = asText(peek(error, 'code')) ?? 'UNKNOWN';
  // v2 reports a call that the caller aborted under the same code, but only a timeout carries its figures.
  if (reason === 'REQUEST_TIMEOUT' && !isTimeoutData(peek(error, 'data'))) {
    return createLocal('cancelled', error, { options, reason });
  }
  const [kind, effect, strategy] = (Object.hasOwn(SDK_CODES, reason)
    ? SDK_CODES[reason]
    : undefined) ?? ['unknown'];
  const data = peek(error, 'data');
  return createLocal(kind, error, {
    options,
    reason,
    effect,
    strategy,
    data: isObject(data) ? data : undefined,
  });
}

type SdkMeaning = readonly [LocalKind, Effect?, Strategy?];

const SDK_CODES: Readonly<Record<string, SdkMeaning>> = {
  REQUEST_TIMEOUT: ['timeout'],
  CONNECTION_CLOSED: ['closed'],
  // It is unknown how much of the message was sent before the failure.
  SEND_FAILED: ['send', 'unknown'],
  NOT_CONNECTED: ['send', 'none'],
  // Refused on this side, before anything was sent; the same call would be refused again.
  ALREADY_CONNECTED: ['send', 'none', 'report_and_abort'],
  NOT_INITIALIZED: ['send', 'none', 'report_and_abort'],
  CAPABILITY_NOT_SUPPORTED: ['send', 'none', 'report_and_abort'],
  METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION: ['send', 'none', 'report_and_abort'],
  ERA_NEGOTIATION_FAILED: ['send', 'none', 'report_and_abort'],
  // The peer has answered: the work is done, and a second call would get the same answer.
  INVALID_RESULT: ['result'],
  UNSUPPORTED_RESULT_TYPE: ['result'],
  INPUT_REQUIRED_ROUNDS_EXCEEDED: ['result'],
  LIST_PAGINATION_EXCEEDED: ['result'],
  CLIENT_HTTP_UNEXPECTED_CONTENT: ['result'],
};
