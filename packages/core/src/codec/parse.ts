import { ERA_RULES, type Era, type EraRules } from '../era/index.js';
import type { IdText } from './id.js';
import { splitArray } from './json-text.js';
import { DEFAULT_LIMITS, exceedsBytes, exceedsDepth, type Limits } from './limits.js';
import {
  createProblem,
  type Incoming,
  type Problem,
  type SingleMessage,
  type WireError,
} from './message.js';
import { isLegalId, readId, recoverId } from './read-id.js';

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
    if (typeof input === 'string') return parseText(input, rules, limits);
    if (input.byteLength > limits.maxBytes) return createProblem('too-large');
    try {
      return parseText(strictUtf8.decode(input), rules, limits);
    } catch {
      return createProblem('invalid-utf8', recoverId(lenientUtf8.decode(input), rules));
    }
  };
}

// Kept at hand: making a decoder costs more than decoding a message. `decode` without `stream` keeps no state.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function parseText(given: string, rules: EraRules, limits: Limits): Incoming {
  // RFC 8259 §8.1: a byte order mark must not be sent and may be ignored.
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
  if (exceedsBytes(text, limits.maxBytes))
    return createProblem('too-large', recoverId(text, rules));
  if (exceedsDepth(text, limits.maxDepth)) return createProblem('too-deep', recoverId(text, rules));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return createProblem('invalid-json', recoverId(text, rules));
  }
  return Array.isArray(value)
    ? parseBatch(text, value, rules, limits)
    : parseOne(text, value, rules);
}

function parseBatch(text: string, values: unknown[], rules: EraRules, limits: Limits): Incoming {
  if (rules.batch === 'refused') return createProblem('batch-refused');
  if (values.length === 0) return createProblem('batch-empty');
  if (values.length > limits.maxBatch) return createProblem('batch-too-long');
  const texts = splitArray(text);
  const messages = values.map((value, index) => {
    const message = parseOne(texts[index]!, value, rules);
    return rules.batch === 'no-initialize' && 'method' in message && message.method === 'initialize'
      ? createProblem('batch-initialize', message.kind === 'request' ? message.id : undefined)
      : message;
  });
  return { kind: 'batch', messages };
}

interface Members {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

function parseOne(text: string, value: unknown, rules: EraRules): SingleMessage | Problem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return createProblem('not-an-object');
  }
  const { jsonrpc, id, method, params, result, error } = value as Members;
  if (method === undefined && (result !== undefined || error !== undefined)) {
    return parseResponse(text, value, rules);
  }
  let ownId: IdText | undefined;
  if (id !== undefined) {
    const read = readId(text, id);
    if (read === 'twice') return createProblem('duplicate-id');
    if (read === 'wrong-type' || !isLegalId(read, rules)) return createProblem('wrong-id');
    ownId = read;
  }
  if (jsonrpc !== '2.0') return createProblem('wrong-version', ownId);
  if (typeof method !== 'string') return createProblem('wrong-method', ownId);
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    return createProblem(rules.mcp ? 'wrong-params-mcp' : 'wrong-params', ownId);
  }
  if (rules.mcp && Array.isArray(params)) return createProblem('wrong-params-mcp', ownId);
  const given = params as Readonly<Record<string, unknown>> | undefined;
  return ownId === undefined
    ? { kind: 'notification', method, params: given }
    : { kind: 'request', id: ownId, method, params: given };
}

function parseResponse(text: string, value: Members, rules: EraRules): SingleMessage | Problem {
  const { jsonrpc, id, result, error } = value;
  // An error reply may have to do without an id: null in JSON-RPC, left out in MCP. Both are accepted in every era.
  const named = id !== undefined && id !== null;
  const read = named ? readId(text, id) : undefined;
  const legal =
    read === undefined
      ? error !== undefined
      : read !== 'twice' && read !== 'wrong-type' && isLegalId(read, rules);
  const well =
    jsonrpc === '2.0' && legal && (result === undefined ? isWireError(error) : error === undefined);
  if (!well) return createProblem('wrong-response', undefined, false);
  const message = { kind: 'response', id: read } as const;
  return result === undefined ? { ...message, error: error as WireError } : { ...message, result };
}

function isWireError(error: unknown): error is WireError {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as Partial<WireError>;
  return Number.isInteger(code) && typeof message === 'string';
}
