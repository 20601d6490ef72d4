import { ERA_RULES, type Era, type EraRules } from '../era/index.js';
import { splitArray } from './json-text.js';
import { DEFAULT_LIMITS, exceedsBytes, exceedsDepth, type Limits } from './limits.js';
import {
  createProblem,
  type Incoming,
  type NotificationMessage,
  type Problem,
  type ProblemName,
  type RequestMessage,
} from './message.js';
import { parseJson } from './parse-json.js';
import { parseMessage } from './parse-message.js';
import { recoverId } from './read-id.js';
import { isResponseText } from './scan-id.js';
import { decodeUtf8, decodeUtf8Loosely, withoutMark } from './utf8.js';

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

/** The problem with a text that is not read as a message, under its id where that may be told and can be read. */
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
