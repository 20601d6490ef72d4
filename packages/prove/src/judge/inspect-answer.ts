import { toCatalogJson, type Contract, type Era } from '@errata/core';
import { type Definition, membersOf } from '@errata/core/internal';
import type { System } from '../system.js';
import type { Answer } from '../wire/wire.js';
import { findUndeclared } from './find-undeclared.js';
import { identifyReply } from './identify-reply.js';
import { missingFields } from './missing-fields.js';
import { readReply, type Reply } from './read-reply.js';

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
  const said = { ...membersOf(payload), ...membersOf(data) };
  const { retryable, recovery_strategy: strategy } = said;
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
