import { KNOWN_CONTRACTS } from '@errata/catalogs';
import { didYouMean, plain } from './closest.js';
import { UsageError } from './usage-error.js';

/** A catalog that can be named on the command line. */
export type Known = (typeof KNOWN_CONTRACTS)[number];

export const CATALOG_NAMES: readonly string[] = KNOWN_CONTRACTS.map(
  ({ contract }) => contract.catalog.domain,
);

export function findCatalog(name: string): Known {
  const known = KNOWN_CONTRACTS.find(
    ({ contract }) => plain(contract.catalog.domain) === plain(name),
  );
  if (known !== undefined) return known;
  throw new UsageError(
    `there is no catalog ${JSON.stringify(name)}${didYouMean(name, CATALOG_NAMES)}`,
    `Catalogs: ${CATALOG_NAMES.join(', ')}`,
  );
}
