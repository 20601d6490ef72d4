import type pg from 'pg';
import { prepare, type Prepared } from './prepare.js';
import type { Query } from './read-corpus.js';

/** A query with what PostgreSQL says of it. */
export interface Described extends Query {
  readonly theirs: Prepared & { readonly ok: true };
}

export interface DescribeOptions {
  /** Where names that have no schema are looked for. */
  readonly path?: string;
  /** Queries that PostgreSQL refuses are left out; otherwise they are a mistake of the corpus. */
  readonly onlyAccepted?: boolean;
}

/** Ask PostgreSQL about queries that it should accept. */
export async function described(
  queries: readonly Query[],
  client: pg.Client,
  { path, onlyAccepted = false }: DescribeOptions = {},
): Promise<readonly Described[]> {
  const all: Described[] = [];
  for (const { name, sql } of queries) {
    const theirs = await prepare(client, sql, path);
    if (theirs.ok) all.push({ name, sql, theirs });
    else if (!onlyAccepted) {
      throw new Error(`PostgreSQL refuses “${name}”: ${theirs.message}\n${sql}`);
    }
  }
  return all;
}
