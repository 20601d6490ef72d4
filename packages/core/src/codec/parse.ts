import { type Era, ERA_RULES, type EraRules } from '../era/index.js';
import { endsAsItBegins, splitArray } from './json-text.js';
import { DEFAULT_LIMITS, exceedsBytes, exceedsDepth, type Limits } from './limits.js';
import {
  createProblem,
  type Incoming,
  type NotificationMessage,
  type Params,
  type Problem,
  type ProblemName,
  type RequestMessage,
  type ResponseMessage,
  type SingleMessage,
  type WireError,
} from './message.js';
import { readId, recoverId } from './id.js';
import type { IdText } from './message.js';
import { isResponseText } from './scan-id.js';

export interface ParseOptions {
  readonly era: Era;
  readonly limits?: Partial<Limits>;
}

/** Read one text or its bytes. Never throws: what cannot be read becomes a problem record. */
export type Parse = (input: string | Uint8Array) => Incoming;

/** A parser for one era. Made once per connection, so that nothing is looked up per message. */
export function createParser(options: ParseOptions): Parse {
  const rules = ERA_RULES[options.era];
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  return (input) => {
    if (typeof input === 'string') return parseString(input, rules, limits);
    // The type says so, but plain JavaScript may hand over anything.
    return ArrayBuffer.isView(input)
      ? parseBytes(input, rules, limits)
      : createProblem('invalid-json');
  };
}

function parseString(given: string, rules: EraRules, limits: Limits): Incoming {
  const text = withoutMark(given);
  return exceedsBytes(given, limits.maxBytes)
    ? unread('too-large', text, rules)
    : parseText(text, rules, limits);
}

function parseBytes(bytes: Uint8Array, rules: EraRules, limits: Limits): Incoming {
  if (bytes.byteLength > limits.maxBytes) {
    return unreadBytes('too-large', bytes, rules);
  }
  const text = decodeUtf8(bytes);
  return text === undefined
    ? unreadBytes('invalid-utf8', bytes, rules, rules.mcp)
    : parseText(withoutMark(text), rules, limits);
}

function parseText(text: string, rules: EraRules, limits: Limits): Incoming {
  if (exceedsDepth(text, limits.maxDepth)) return unread('too-deep', text, rules);
  const value = parseJson(text);
  if (value === undefined) {
    // JSON-RPC §5: the id of a broken text is null. MCP forbids null, and its clients wait for ever on a reply that
    // they cannot match, so there an id that is still clear is saved.
    return unread('invalid-json', text, rules, rules.mcp);
  }
  return Array.isArray(value)
    ? parseBatch(text, value, rules, limits)
    : parseMessage(text, value, rules);
}

function parseBatch(text: string, values: unknown[], rules: EraRules, limits: Limits): Incoming {
  if (rules.batch === 'refused') return createProblem('batch-refused');
  if (values.length === 0) return createProblem('batch-empty');
  if (values.length > limits.maxBatch) return createProblem('batch-too-long');
  const texts = splitArray(text);
  const messages = values.map((value, index) => {
    const message = parseMessage(texts[index]!, value, rules);
    return rules.batch === 'no-initialize' && 'method' in message && message.method === 'initialize'
      ? refuseInitialize(message)
      : message;
  });
  return { kind: 'batch', messages };
}

/** As a notification it must not be there either, but a notification is never answered. */
function refuseInitialize(message: RequestMessage | NotificationMessage): Problem {
  return message.kind === 'request'
    ? createProblem('batch-initialize', message.id)
    : createProblem('batch-initialize', undefined, false);
}

/** The problem with an invalid message, under its id if the id can be read and may be sent. */
function unread(problem: ProblemName, text: string, rules: EraRules, named = true): Problem {
  if (isResponseText(text)) return createProblem(problem, undefined, false);
  return createProblem(problem, named ? recoverId(text, rules) : undefined);
}

function unreadBytes(
  problem: ProblemName,
  bytes: Uint8Array,
  rules: EraRules,
  named = true,
): Problem {
  const text = decodeUtf8Loosely(bytes);
  if (text === undefined) return createProblem(problem);
  const found = unread(problem, withoutMark(text), rules, named);
  // What was not UTF-8 was decoded as U+FFFD: not the id that was sent.
  return found.id?.includes('\ufffd') ? { ...found, id: undefined } : found;
}

/** The value of a JSON text; undefined, which no JSON text means, if it is not JSON. Never throws. */
export function parseJson(text: string): unknown {
  // A cut text is the usual broken one, and a look at both ends costs far less than an exception.
  if (!endsAsItBegins(text)) return undefined;
  const limit = errors.stackTraceLimit;
  limitStackTrace(limit, 0);
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the exception quotes the peer's text, and knows nothing else that a reply could use
  } finally {
    limitStackTrace(limit, limit);
  }
}

const errors = Error as { stackTraceLimit?: unknown };
let adjustable = true;

/**
 * V8 spends a large part of a failing JSON.parse on a stack trace that nobody reads. JSON.parse of a string runs no code
 * but its own, so nobody sees the limit while it is changed.
 */
function limitStackTrace(before: unknown, limit: unknown): void {
  if (!adjustable || typeof before !== 'number') return; // typeof: not V8, or no traces at all
  try {
    errors.stackTraceLimit = limit;
  } catch {
    adjustable = false; // Error is frozen, as in hardened environments: then a failure merely costs more
  }
}

interface Members {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** One message: its value as JSON.parse gave it, and its text, which alone knows how the id was spelled. */
export function parseMessage(
  text: string,
  value: unknown,
  rules: EraRules,
): SingleMessage | Problem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return createProblem('not-an-object');
  }
  const members: Members = value;
  const { jsonrpc, id, method, params } = members;
  if (method === undefined && (members.result !== undefined || members.error !== undefined)) {
    return parseResponse(text, members, rules);
  }
  let ownId: IdText | undefined;
  if (id !== undefined) {
    const read = readId(text, id, rules);
    if (typeof read !== 'string') return read;
    ownId = read;
  }
  if (jsonrpc !== '2.0') return createProblem('wrong-version', ownId);
  if (typeof method !== 'string') return createProblem('wrong-method', ownId);
  if (!isParams(params, rules)) {
    // By position they make a sound notification of JSON-RPC, and no notification is answered.
    const answerable = ownId !== undefined || !Array.isArray(params);
    return createProblem(rules.mcp ? 'wrong-params-mcp' : 'wrong-params', ownId, answerable);
  }
  return ownId === undefined
    ? { kind: 'notification', method, params }
    : { kind: 'request', id: ownId, method, params };
}

/** A message with a result or an error and without a method. What is wrong with one is never answered. */
function parseResponse(
  text: string,
  { jsonrpc, id, result, error }: Members,
  rules: EraRules,
): ResponseMessage | Problem {
  const failed = result === undefined;
  const ownId = readReplyId(text, id, failed, rules);
  const well = jsonrpc === '2.0' && (failed ? isWireError(error) : error === undefined);
  if (!well || typeof ownId === 'object') return createProblem('wrong-response', undefined, false);
  return failed
    ? { kind: 'response', id: ownId, error: error as WireError }
    : { kind: 'response', id: ownId, result };
}

/** An error reply may have to do without an id: null in JSON-RPC, left out in MCP. Both are accepted in every era. */
function readReplyId(
  text: string,
  id: unknown,
  failed: boolean,
  rules: EraRules,
): IdText | undefined | Problem {
  if (id === undefined) return failed ? undefined : createProblem('wrong-id');
  const read = readId(text, id, rules);
  const twice = typeof read === 'object' && read.problem === 'duplicate-id';
  return failed && id === null && !twice ? undefined : read;
}

function isParams(params: unknown, rules: EraRules): params is Params | undefined {
  if (params === undefined) return true;
  return typeof params === 'object' && params !== null && !(rules.mcp && Array.isArray(params));
}

function isWireError(error: unknown): error is WireError {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as Partial<WireError>;
  return Number.isInteger(code) && typeof message === 'string';
}

// Kept at hand: making a decoder costs more than decoding a message. `decode` without `stream` keeps no state.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of bytes that are UTF-8 throughout; otherwise undefined. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return decode(strict, bytes);
}

/** The text of any bytes, with U+FFFD for invalid UTF-8; undefined if it is too long for a string. */
export function decodeUtf8Loosely(bytes: Uint8Array): string | undefined {
  return decode(lenient, bytes);
}

/** RFC 8259 §8.1: a byte order mark must not be sent and may be ignored. */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function decode(decoder: typeof strict, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined; // said by the result
  }
}
