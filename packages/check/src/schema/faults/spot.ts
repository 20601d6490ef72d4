import { judge } from '../judge/judge.js';
import type { Scope } from '../judge/scope.js';
import type { Part } from '../part.js';
import type { Spoiled, SpoiledKind } from '../spoiled.js';
import type { Fault } from './fault.js';

/** Where in the arguments a value stands. */
export interface Spot {
  readonly scope: Scope;
  readonly path: readonly string[];
  readonly field: string;
  /** 1 for a member of the arguments themselves. */
  readonly depth: number;
  /** The arguments with another value there. */
  put(value: unknown): Part;
}

/** Spoils the value at a spot, if it can be proven that the arguments are wrong with it, and in no other way. */
export function* prove(fault: Fault, schema: unknown, spot: Spot): Generator<Spoiled> {
  const { scope } = spot;
  const without = fault.without && new Set(fault.without);
  for (const candidate of fault.candidates) {
    if (without && judge(candidate, schema, scope, without) === 'invalid') continue;
    const args = spot.put(candidate);
    if (judge(args, scope.root, scope) !== 'invalid') continue;
    yield spoiledAt(spot, fault.kind, args, fault.expected, fault.why(candidate));
    return;
  }
}

/** Whether the arguments are still right with this value there. */
export function fitsAt(spot: Spot, value: unknown): boolean {
  return judge(spot.put(value), spot.scope.root, spot.scope) === 'valid';
}

export function spoiledAt(
  { path, field, depth }: Spot,
  kind: SpoiledKind,
  args: Part,
  expected: readonly string[],
  why: string,
): Spoiled {
  const where = path.join('.');
  return {
    kind: depth > 1 ? 'nested' : kind,
    path: where,
    field,
    args: { ...args },
    expected,
    why: `\`${where}\` ${why}`,
  };
}
