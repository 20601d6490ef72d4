import { sql, type Kysely } from '@errata/store';

/** The most pages that SQLite can count. */
const NO_LIMIT = 4_294_967_294;

/** Let a database grow to so many bytes; one that is larger already may stay so, but not grow. */
export async function limitSize<DB>(db: Kysely<DB>, maxBytes: number | undefined): Promise<void> {
  const pages = maxBytes === undefined ? NO_LIMIT : Math.floor(maxBytes / (await pageSize(db)));
  // 0 would be read as a question.
  await sql`pragma max_page_count = ${sql.lit(Math.max(1, pages))}`.execute(db);
}

async function pageSize<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ page_size: number }>`pragma page_size`.execute(db);
  return rows[0]!.page_size;
}
