import { type Contract, ERAS, type Condition, type Era, Fault, type Strategy } from '@errata/core';
import type { Definition } from '@errata/core/internal';
import type { CodeRow, CodeTable } from '../sdk/index.js';

/** What one party means by a number. */
export interface Meaning {
  readonly code: number;
  readonly who: string;
  readonly kind: 'specification' | 'system' | 'implementation';
  readonly name: string;
  readonly meaning: string;
  readonly where: CodeRow['where'];
  /** The eras in which the party uses the number like this. */
  readonly eras: readonly Era[];
  /** Present where the number is not, or no longer, simply in use. */
  readonly status?: 'example' | 'retired' | 'draft' | 'deprecated';
  /** The same in words that nobody owns, where there is a word. */
  readonly condition?: Condition;
  /** What the party wants a client to do, where it says and where it does not depend on the occurrence. */
  readonly strategy?: Strategy;
}

/** A party and everything it means by its numbers. */
export interface Source {
  readonly name: string;
  readonly meanings: readonly Meaning[];
}

/** The numbers of a catalog as its contract puts them on the wire, era by era. */
export function sourceOfContract(
  name: string,
  contract: Contract,
  kind: Meaning['kind'] = 'system',
): Source {
  return {
    name,
    meanings: contract.catalog.definitions.flatMap((definition) =>
      [...erasByNumber(definition, contract)].map(([code, eras]): Meaning => ({
        code,
        who: name,
        kind,
        name: definition.reason,
        meaning: definition.when ?? definition.title,
        where: 'wire',
        eras,
        ...factsOfDefinition(definition),
      })),
    ),
  };
}

/** The numbers of a table of codes. */
export function sourceOfTable({ name, rows }: CodeTable): Source {
  return {
    name,
    meanings: rows.map(({ code, name: rowName, meaning, where, eras, condition }) => ({
      code,
      who: name,
      kind: 'implementation',
      name: rowName,
      meaning,
      where,
      eras,
      ...(condition !== undefined && { condition }),
    })),
  };
}

/** The numbers of a definition, each with the eras in which it is used. */
export function erasByNumber(
  definition: Definition,
  contract: Contract,
): ReadonlyMap<number, readonly Era[]> {
  const numbers = new Map<number, Era[]>();
  for (const era of contract.catalog.rules.eras ?? ERAS) {
    const number = numberIn(era, definition, contract);
    numbers.set(number, [...(numbers.get(number) ?? []), era]);
  }
  return numbers;
}

function numberIn(era: Era, definition: Definition, contract: Contract): number {
  try {
    return contract.number(new Fault(definition, {}), era);
  } catch {
    return definition.code; // the condition wanted a context; without one there is only what was declared
  }
}

/** Condition and strategy of a definition, as far as they can be told without an occurrence. */
export function factsOfDefinition(definition: Definition): Pick<Meaning, 'condition' | 'strategy'> {
  const condition = conditionOf(definition);
  const { recovery } = definition;
  const strategy = typeof recovery === 'string' ? recovery : recovery.strategy;
  return {
    ...(condition !== undefined && { condition }),
    ...(typeof strategy === 'string' && { strategy }),
  };
}

function conditionOf(definition: Definition): Condition | undefined {
  try {
    return new Fault(definition, {}).condition;
  } catch {
    return undefined; // the author's function wanted a context
  }
}
