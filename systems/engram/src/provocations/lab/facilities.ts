import { findPostgres, type PostgresPrograms } from './find-postgres.js';
import { findSmallDisk, type SmallDisk } from './small-disk.js';

/** What not every machine has. */
export interface Facilities {
  readonly postgres: PostgresPrograms | undefined;
  readonly smallDisk: SmallDisk | undefined;
}

/** What this machine has of it. */
export function findFacilities(): Facilities {
  return { postgres: findPostgres(), smallDisk: findSmallDisk() };
}
