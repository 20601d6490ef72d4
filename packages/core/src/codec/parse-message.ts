import type { EraRules } from '../era/index.js';
import type { IdText } from './id.js';
import {
  createProblem,
  type Params,
  type Problem,
  type ResponseMessage,
  type SingleMessage,
  type WireError,
} from './message.js';
import { readId } from './read-id.js';

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
