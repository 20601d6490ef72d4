import { erlmcpContract } from '@errata/catalogs/erlmcp';
import type { Era } from '@errata/core';
import {
  toolSurfaceOf,
  type Answer,
  type Cell,
  type Example,
  type Provocation,
  type Wire,
} from '@errata/prove';
import type { ErlmcpWorld } from './world.js';

export type ErlmcpProvocation = Provocation<ErlmcpWorld>;

/** A provocation that only says something to the main server. */
export function saying(say: (wire: Wire) => Promise<Answer>): ErlmcpProvocation['provoke'] {
  return async (world) => say(await world.main.wire());
}

/** Impossible on 2026-07-28, because of this. */
export function notModern(why: string): (cell: Cell) => string | undefined {
  return ({ era }) => (era === '2026-07-28' ? why : undefined);
}

/** Where failures of tools are results, wrong arguments are one of them; elsewhere they are a failure of the request. */
export function impossibleWhere(
  surface: 'rpc' | 'tool',
  why: string,
): (cell: Cell) => string | undefined {
  return (cell) => (toolSurfaceOf(cell, erlmcpContract) === surface ? why : undefined);
}

/** The document shows the failure without data; on 2026-07-28 every failure names its reason there. */
export function withoutData(message: string): (era: Era) => Example {
  return (era) => (era === '2026-07-28' ? { message } : { message, data: null });
}
