import type { Era } from '@errata/core';
import type { Answer, Cell, Example, Provocation, Wire } from '@errata/prove';
import type { ErlmcpWorld } from './world.js';

export type Provoke = Provocation<ErlmcpWorld>;

/** A provocation that only says something to the main server. */
export function saying(say: (wire: Wire) => Promise<Answer>): Provoke['provoke'] {
  return async (world) => say(await world.main.wire());
}

/** Impossible on 2026-07-28, because of this. */
export function notModern(why: string): (cell: Cell) => string | undefined {
  return ({ era }) => (era === '2026-07-28' ? why : undefined);
}

/** Impossible before 2026-07-28, because of this. */
export function onlyModern(why: string): (cell: Cell) => string | undefined {
  return ({ era }) => (era === '2026-07-28' ? undefined : why);
}

/** The document shows the failure without data; on 2026-07-28 every failure names its reason there. */
export function withoutData(message: string): (era: Era) => Example {
  return (era) => (era === '2026-07-28' ? { message } : { message, data: null });
}
