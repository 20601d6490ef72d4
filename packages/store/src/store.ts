import type { Kysely } from 'kysely';

export type StoreDialect = 'sqlite' | 'postgres';

/** An open database. */
export interface Store<DB> {
  readonly db: Kysely<DB>;
  readonly dialect: StoreDialect;
  /** What was begun is finished first; what comes later is refused. Closing twice is closing once. */
  close(): Promise<void>;
}
