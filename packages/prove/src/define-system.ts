import { assertContract, ERA_RULES } from '@errata/core/internal';
import type { System, World } from './system.js';

/** Declare a system. Throws with all mistakes of the declaration at once. */
export function defineSystem<W extends World>(system: System<W>): System<W> {
  assertContract(system.contract);
  const mistakes = [...mistakesOf(system)];
  if (mistakes.length > 0) throw new TypeError(`system ${system.name}: ${mistakes.join('; ')}`);
  return system;
}

function* mistakesOf<W extends World>(system: System<W>): Generator<string> {
  const { contract, transports, eras, provocations, results = [] } = system;
  const { catalog } = contract;
  if (transports.length === 0) yield 'it has no transport';
  if (eras.length === 0) yield 'it has no era';
  for (const era of eras) {
    if (!Object.hasOwn(ERA_RULES, era)) yield `${era} is no era`;
    else if (catalog.rules.eras?.includes(era) === false)
      yield `${catalog.domain} is not for ${era}`;
  }
  const seen = new Set<string>();
  for (const { reason, variant, cause } of provocations) {
    const name = provocationName({ reason, ...(variant !== undefined && { variant }) });
    if (catalog.definition(reason) === undefined) yield `${catalog.domain} declares no ${reason}`;
    if (cause.trim() === '') yield `${name} names no cause`;
    if (seen.has(name)) yield `${name} is there twice; give each cause a variant`;
    seen.add(name);
  }
  for (const { name, cause } of results) {
    if (name.trim() === '') yield 'a result form has no name';
    if (cause.trim() === '') yield `${name} names no cause`;
    if (seen.has(name)) yield `${name} is there twice; give each result form a name of its own`;
    seen.add(name);
  }
  for (const { reason } of catalog.definitions) {
    if (!provocations.some((each) => each.reason === reason)) yield `nothing provokes ${reason}`;
  }
}

/** `FORBIDDEN`, or `FORBIDDEN (role)` where one reason has several causes. */
export function provocationName(named: {
  readonly reason: string;
  readonly variant?: string;
}): string {
  return named.variant === undefined ? named.reason : `${named.reason} (${named.variant})`;
}
