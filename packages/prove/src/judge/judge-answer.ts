import { membersOf, PROTOCOL_CONDITIONS, type Definition } from '@errata/core/internal';
import { type Contract, type Era, Fault } from '@errata/core';
import type { Provocation } from '../system.js';
import type { Answer } from '../wire/wire.js';
import { missingFields } from './missing-fields.js';
import { quoteAnswer } from './quote-answer.js';
import { wrongExample } from './wrong-example.js';
import { wrongEnvelope } from './wrong-envelope.js';
import { wrongId } from './wrong-id.js';
import { identifyReply, numberOf } from './identify-reply.js';
import { readReply, type Reply } from './read-reply.js';

/** What a reply proves. */
export type Verdict =
  | { readonly provoked: true; readonly code: number; readonly missing: readonly string[] }
  | { readonly provoked: false; readonly why: string };

type Asked = Pick<Provocation<never>, 'reason' | 'fields' | 'surface' | 'example'>;

/** Hold a reply against the failure that was to be provoked. */
export function judgeAnswer(answer: Answer, asked: Asked, contract: Contract, era: Era): Verdict {
  const definition = contract.catalog.definition(asked.reason)!;
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
    wrongSurface(reply, definition, answer, asked, contract.toolFailures(era)) ??
    wrongId(answer, contract, era) ??
    unlikeExample(reply, asked, era);
  if (wrong !== undefined) return missed(`${wrong}: `);
  const { fields } = asked;
  const missing = missingFields(reply, definition, contract, { era, ...(fields && { fields }) });
  return { provoked: true, code: expected, missing };
}

function unlikeExample(reply: Reply, { example }: Asked, era: Era): string | undefined {
  if (example === undefined) return undefined;
  return wrongExample(reply, typeof example === 'function' ? example(era) : example);
}

function wrongLine({ line, single }: Reply): string | undefined {
  if (line.trim() === '') return 'the message is empty';
  return single ? undefined : 'the message has several lines';
}

function wrongSurface(
  { surface, context }: Reply,
  definition: Definition,
  { sent }: Answer,
  { surface: told }: Asked,
  toolFailures: 'rpc' | 'tool',
): string | undefined {
  const { condition } = new Fault(definition, context);
  const protocol = condition !== undefined && PROTOCOL_CONDITIONS.has(condition);
  const tool = toolFailures === 'tool' && isToolCall(sent) && !protocol;
  // Whether the JSON-RPC layer or a tool broke cannot be told by the condition.
  if (told === undefined && tool && condition === 'internal') return undefined;
  const expected = told ?? (tool ? 'tool' : 'rpc');
  if (surface === expected) return undefined;
  return expected === 'tool'
    ? 'it is a JSON-RPC error and no result with isError'
    : 'it is a result with isError and no JSON-RPC error';
}

function isToolCall(sent: string | undefined): boolean {
  if (sent === undefined) return false;
  try {
    return membersOf(JSON.parse(sent))['method'] === 'tools/call';
  } catch {
    return false; // a text that is broken calls no tool
  }
}

function nameOf({ reason, code }: Reply): string {
  return reason === undefined ? String(code) : `${reason} (${String(code)})`;
}
