import type { Contract, Era } from '@errata/core';
import type { Definition } from '@errata/core/internal';
import { erasByNumber } from './source.js';
import { KNOWN_CONTRACTS } from './sources.js';

/** A failure with the contract that declares it. */
export interface FoundFailure {
  readonly name: string;
  readonly contract: Contract;
  readonly definition: Definition;
  /** Its numbers, each with the eras in which it is used. */
  readonly numbers: readonly { readonly number: number; readonly eras: readonly Era[] }[];
}

/** Every failure of this name: the same reason in two domains is two failures. */
export function findByReason(
  reason: string,
  contracts: typeof KNOWN_CONTRACTS = KNOWN_CONTRACTS,
): readonly FoundFailure[] {
  return contracts.flatMap(({ name, contract }) => {
    const definition = contract.catalog.definition(reason);
    if (definition === undefined) return [];
    const numbers = [...erasByNumber(definition, contract)].map(([number, eras]) => ({
      number,
      eras,
    }));
    return [{ name, contract, definition, numbers }];
  });
}
