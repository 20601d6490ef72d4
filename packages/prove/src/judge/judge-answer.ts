import { type Contract, type Era, Fault, toCatalogJson } from '@errata/core';
import {
  clipText,
  type Definition,
  objectOrEmpty,
  oneLine,
  PROTOCOL_CONDITIONS,
  scanId,
} from '@errata/core/internal';
import type { Cell, Provocation, System } from '../system.js';
import type { Answer } from '../wire/wire.js';
import { findUndeclared } from './find-undeclared.js';
import { identifyReply, numberOf } from './identify-reply.js';
import { missingFields } from './missing-fields.js';
import { readReply, type Reply } from './read-reply.js';
import { wrongExample } from './wrong-example.js';

/** What a reply proves. */
type Verdict =
  | { readonly provoked: true; readonly code: number; readonly missing: readonly string[] }
  | { readonly provoked: false; readonly why: string };

type ExpectedAnswer = Pick<Provocation<never>, 'reason' | 'fields' | 'surface' | 'example'>;

/** Hold a reply against the failure that was to be provoked. */
export function judgeAnswer(
  answer: Answer,
  wanted: ExpectedAnswer,
  contract: Contract,
  cell: Pick<Cell, 'era' | 'toolFailures'>,
): Verdict {
  const { era } = cell;
  const definition = contract.catalog.definition(wanted.reason)!;
  const { message } = answer;
  const missed = (what: string): Verdict => ({
    provoked: false,
    why: `${what}${quoteAnswer(answer)}`,
  });
  const reply = readReply(message, contract);
  if (reply === undefined) return missed(`no failure came, but `);
  const identity = identifyReply(reply, contract, era);
  if (identity.kind !== 'own' || !identity.definitions.includes(definition)) {
    return missed(`${nameOf(reply)} came: `);
  }
  const expected = numberOf(definition, reply, contract, era);
  if (reply.code !== expected) return missed(`the number is not ${expected}: `);
  const wrong =
    wrongEnvelope(message) ??
    wrongLine(reply) ??
    wrongSurface(reply, definition, answer, wanted, toolSurfaceOf(cell, contract)) ??
    wrongId(answer, contract, era) ??
    unlikeExample(reply, wanted, era);
  if (wrong !== undefined) return missed(`${wrong}: `);
  const { fields } = wanted;
  const missing = missingFields(reply, definition, contract, { era, ...(fields && { fields }) });
  return { provoked: true, code: expected, missing };
}

function unlikeExample(reply: Reply, { example }: ExpectedAnswer, era: Era): string | undefined {
  if (example === undefined) return undefined;
  return wrongExample(reply, typeof example === 'function' ? example(era) : example);
}

/** Where the failure of a tool has to be. With `by-host`, the client that asks is a known host. */
export function toolSurfaceOf(
  { era, toolFailures }: Pick<Cell, 'era' | 'toolFailures'>,
  contract: Contract,
): 'rpc' | 'tool' {
  return toolFailures === undefined || toolFailures === 'rpc' ? contract.toolFailures(era) : 'tool';
}

function wrongLine({ line, single }: Reply): string | undefined {
  if (line.trim() === '') return 'the message is empty';
  return single ? undefined : 'the message has several lines';
}

function wrongSurface(
  { surface, context }: Reply,
  definition: Definition,
  { sent }: Answer,
  { surface: declared }: ExpectedAnswer,
  toolFailures: 'rpc' | 'tool',
): string | undefined {
  const { condition } = new Fault(definition, context);
  const protocol = condition !== undefined && PROTOCOL_CONDITIONS.has(condition);
  const tool = toolFailures === 'tool' && isToolCall(sent) && !protocol;
  // Whether the JSON-RPC layer or a tool broke cannot be told by the condition.
  if (declared === undefined && tool && condition === 'internal') return undefined;
  const expected = declared ?? (tool ? 'tool' : 'rpc');
  if (surface === expected) return undefined;
  return expected === 'tool'
    ? 'it is a JSON-RPC error and no result with isError'
    : 'it is a result with isError and no JSON-RPC error';
}

function isToolCall(sent: string | undefined): boolean {
  if (sent === undefined) return false;
  try {
    return objectOrEmpty(JSON.parse(sent))['method'] === 'tools/call';
  } catch {
    return false; // a text that is broken calls no tool
  }
}

function nameOf({ reason, code }: Reply): string {
  return reason === undefined ? String(code) : `${reason} (${String(code)})`;
}

/** A failure of an answer, held against what the contract says of it. */
export interface Inspected {
  readonly code: number | null;
  readonly reason?: string;
  /** Whether the contract, or the specification, knows it in this era. */
  readonly declared: boolean;
  /** Whether it is the contract's own, and not the specification's. */
  readonly own: boolean;
  /** Declared members that are not there. */
  readonly missing: readonly string[];
  /** What it says of retrying otherwise than the contract does, as one sentence. */
  readonly retry?: string;
}

/** Look at every failure that an answer holds; a batch may hold several, a success none. */
export function inspectAnswer(
  answer: Answer,
  contract: Contract,
  era: Era,
  isResult?: System['isResult'],
): readonly Inspected[] {
  const { message } = answer;
  const each: readonly unknown[] = Array.isArray(message) ? (message as unknown[]) : [message];
  return each.flatMap((one) => {
    const reply = readReply(one, contract);
    if (reply === undefined) return [];
    const strays = findUndeclared({ text: answer.text, message: one }, contract, era, isResult);
    const identity = identifyReply(reply, contract, era);
    const definitions = identity.kind === 'own' ? identity.definitions : [];
    const [definition] = definitions.length === 1 ? definitions : [];
    const retry = definition && wrongRetry(reply, definition, contract);
    return [
      {
        code: typeof reply.code === 'number' ? reply.code : null,
        ...(reply.reason !== undefined && { reason: reply.reason.slice(0, 100) }),
        declared: strays.length === 0,
        own: definitions.length > 0,
        missing:
          definition === undefined ? [] : missingFields(reply, definition, contract, { era }),
        ...(retry !== undefined && { retry }),
      },
    ];
  });
}

/** Members in which contracts say whether a retry is worth it. */
function wrongRetry(
  { data, payload }: Reply,
  { reason }: Definition,
  { catalog }: Contract,
): string | undefined {
  const declared = toCatalogJson(catalog).failures.find((each) => each.reason === reason);
  if (declared === undefined) return undefined;
  const members = { ...objectOrEmpty(payload), ...objectOrEmpty(data) };
  const { retryable, recovery_strategy: strategy } = members;
  if (
    typeof retryable === 'boolean' &&
    declared.retryable_when === undefined &&
    retryable !== declared.retryable
  ) {
    return `retryable is ${retryable}, and ${declared.retryable} is declared`;
  }
  if (
    typeof strategy === 'string' &&
    declared.recovery_varies === undefined &&
    strategy !== declared.recovery
  ) {
    return `recovery_strategy is ${JSON.stringify(strategy)}, and ${declared.recovery} is declared`;
  }
  return undefined;
}

/** What is wrong with the id of a reply; undefined if it is right or nothing can be said. */
export function wrongId(answer: Answer, contract: Contract, era: Era): string | undefined {
  const { sent, text, message, status } = answer;
  if (sent === undefined) return undefined;
  const members = objectOrEmpty(message);
  const received = scanId(text);
  const nameless =
    contract.unreadableId(era) === 'null' ? members['id'] === null : !Object.hasOwn(members, 'id');
  const requestId = scanId(sent);
  if (requestId !== undefined && received === requestId) return undefined;
  // A text that is broken may still show its id, and what HTTP refuses is refused before it is read.
  const readable = requestId !== undefined && requestId !== 'null' && isJson(sent);
  const refused = status !== undefined && status >= 400;
  if (nameless && (!readable || refused)) return undefined;
  return `the id is ${received ?? 'not there'}, not ${readable ? requestId : contract.unreadableId(era)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // what is broken has no id that a server must read
  }
}

/** What is wrong with a reply as a JSON-RPC message; undefined if nothing is. */
export function wrongEnvelope(message: unknown): string | undefined {
  const { jsonrpc, result, error } = objectOrEmpty(message);
  if (jsonrpc !== '2.0') return 'jsonrpc is not "2.0"';
  return result !== undefined && error !== undefined
    ? 'the reply has a result and an error'
    : undefined;
}

/** Enough of a reply to see what it is. */
export function quoteAnswer({ text, status }: Answer): string {
  const shown = text === '' ? 'an empty answer' : clipText(oneLine(text), 240);
  return status === undefined ? shown : `HTTP ${status}, ${shown}`;
}
