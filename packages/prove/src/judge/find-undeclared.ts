import { objectOrEmpty } from '@errata/core/internal';
import type { Contract, Era } from '@errata/core';
import type { System } from '../system.js';
import type { Answer } from '../wire/wire.js';
import { identifyReply, numberOf } from './identify-reply.js';
import { readReply, type Reply } from './read-reply.js';

/** What was sent instead of a declared failure. */
export interface Stray {
  readonly code: number | null;
  readonly reason?: string;
}

/** The failures of an answer that the contract does not know in this era; a batch may hold several. */
export function findUndeclared(
  answer: Answer,
  contract: Contract,
  era: Era,
  isResult?: System['isResult'],
): readonly Stray[] {
  const { message, text } = answer;
  if (message === undefined) return text === '' ? [] : [{ code: null }];
  return (Array.isArray(message) ? message : [message]).flatMap((each: unknown): Stray[] => {
    const reply = readReply(each, contract);
    if (reply === undefined || isDeclared(reply, contract, era)) return [];
    return isDeclaredResult(each, reply, isResult) ? [] : [strayOf(reply)];
  });
}

/** Facts make it a failure; only a result without them can be one of the system's own. */
function isDeclaredResult(
  message: unknown,
  { surface, data }: Reply,
  isResult: System['isResult'],
): boolean {
  if (isResult === undefined || surface !== 'tool' || data !== undefined) return false;
  try {
    return isResult(objectOrEmpty(objectOrEmpty(message)['result'])['structuredContent']);
  } catch {
    return false; // what it stumbles over is nothing that it knows
  }
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
