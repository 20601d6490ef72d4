import type { Kysely } from 'kysely';

export type StoreDialect = 'sqlite' | 'postgres';

/** An open database. */
export interface Store<DB> {
  readonly db: Kysely<DB>;
  readonly dialect: StoreDialect;
  /** Finishes running queries first and rejects later ones. May be called twice. */
  close(): Promise<void>;
}
