import {
  findByReason,
  KNOWN_CONTRACTS,
  KNOWN_SOURCES,
  type FoundFailure,
  type Meaning,
} from '@errata/catalogs';
import type { Era } from '@errata/core';
import { plain } from '../closest.js';

/** What is known under a name: failures that a catalog declares, and names that only an implementation has. */
export interface FoundName {
  readonly failures: readonly FoundFailure[];
  readonly elsewhere: readonly Meaning[];
}

const REASONS = [
  ...new Set(
    KNOWN_CONTRACTS.flatMap(({ contract }) =>
      contract.catalog.definitions.map(({ reason }) => reason),
    ),
  ),
];

const IMPLEMENTATIONS = KNOWN_SOURCES.flatMap(({ meanings }) => meanings).filter(
  ({ kind }) => kind === 'implementation',
);

/** Every name that can be explained, for suggestions. */
export const NAMES: readonly string[] = [...REASONS, ...IMPLEMENTATIONS.map(({ name }) => name)];

/** Look a name up in any spelling: `not_found`, `NotFound`, `not found`. With an era, only what is known in it. */
export function findName(
  name: string,
  { domain, era }: { readonly domain?: string; readonly era?: Era },
): FoundName {
  const same = (other: string) => plain(other) === plain(name);
  const failures = REASONS.filter(same)
    .flatMap((reason) => findByReason(reason))
    .filter(({ definition }) => domain === undefined || definition.domain === domain)
    .map((found) => ({
      ...found,
      numbers: found.numbers.filter(({ eras }) => era === undefined || eras.includes(era)),
    }))
    .filter(({ numbers }) => numbers.length > 0);
  const elsewhere = IMPLEMENTATIONS.filter(
    (meaning) =>
      same(meaning.name) &&
      domain === undefined &&
      (era === undefined || meaning.eras.includes(era)),
  );
  return { failures, elsewhere };
}
