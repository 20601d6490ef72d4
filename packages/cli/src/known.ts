import { KNOWN_CONTRACTS } from '@errata/catalogs';
import { UsageError } from './usage-error.js';

/** A catalog that can be named on the command line. */
export type Known = (typeof KNOWN_CONTRACTS)[number];

export const CATALOG_NAMES: readonly string[] = KNOWN_CONTRACTS.map(
  ({ contract }) => contract.catalog.domain,
);

export function findCatalog(name: string): Known {
  const known = KNOWN_CONTRACTS.find(
    ({ contract }) => contract.catalog.domain === name.toLowerCase(),
  );
  if (known !== undefined) return known;
  throw new UsageError(
    `there is no catalog ${JSON.stringify(name)}; there are ${CATALOG_NAMES.join(', ')}`,
  );
}
