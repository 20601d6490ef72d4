import type { Contract } from '@errata/core/contract';
import type { Era } from '@errata/core/era';
import type { Answer } from '../wire/index.js';
import { identifyReply, numberOf } from './identify-reply.js';
import { readReply, type Reply } from './read-reply.js';

/** What was sent instead of a declared failure. */
export interface Stray {
  readonly code: number | null;
  readonly reason?: string;
}

/** The failures of an answer that the contract does not know in this era; a batch may hold several. */
export function findUndeclared(answer: Answer, contract: Contract, era: Era): readonly Stray[] {
  const { message, text } = answer;
  if (message === undefined) return text === '' ? [] : [{ code: null }];
  return (Array.isArray(message) ? message : [message]).flatMap((each: unknown): Stray[] => {
    const reply = readReply(each, contract);
    return reply === undefined || isDeclared(reply, contract, era) ? [] : [strayOf(reply)];
  });
}

function isDeclared(reply: Reply, contract: Contract, era: Era): boolean {
  const identity = identifyReply(reply, contract, era);
  if (identity.kind !== 'own') return identity.kind === 'specified';
  return identity.definitions.some(
    (definition) => numberOf(definition, reply, contract, era) === reply.code,
  );
}

function strayOf({ code, reason }: Reply): Stray {
  return {
    code: typeof code === 'number' ? code : null,
    ...(reason !== undefined && { reason: reason.slice(0, 100) }),
  };
}
