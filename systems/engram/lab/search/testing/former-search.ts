import { openStore, sql } from '@errata/store';
import { MEMORIES, type LabelledSearch } from './evaluate.js';

/** Plain word search, as the logbook does it: those that contain most of the words first, then the newest. */
export const searchPlainly: LabelledSearch = async (ask) => {
  const words = ask.toLowerCase().split(/\s+/).slice(0, 8);
  return MEMORIES.map(({ id, text }, at) => ({
    ...{ id, at },
    hits: words.filter((word) => text.toLowerCase().includes(word)).length,
  }))
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits || other.at - one.at)
    .map(({ id }) => id);
};

/** What the embedded memory did before: BM25 over trigrams of SQLite, without stemming. */
export async function openTrigrams() {
  const store = await openStore<object>({ url: 'sqlite::memory:', migrations: {} });
  const { db } = store;
  await sql`create virtual table texts using fts5(id unindexed, text, tokenize='trigram')`.execute(
    db,
  );
  for (const { id, text } of MEMORIES) {
    await sql`insert into texts values (${id}, ${text})`.execute(db);
  }
  const search: LabelledSearch = async (ask) => {
    const terms = termsOf(ask).map((term) => `"${term.replaceAll('"', '""')}"`);
    if (terms.length === 0) return [];
    const { rows } = await sql<{ id: string }>`select id from texts
      where texts match ${terms.join(' OR ')} order by rank, rowid desc limit 10`.execute(db);
    return rows.map(({ id }) => id);
  };
  return { search, close: () => store.close() };
}

const HAN = /\p{Script=Han}+/gu;

/** Words of three letters and more; of Chinese, each three characters in a row. */
function termsOf(ask: string): readonly string[] {
  const words = ask.replace(HAN, ' ').split(/\s+/);
  const windows = (ask.match(HAN) ?? []).flatMap((run) =>
    Array.from({ length: Math.max(0, run.length - 2) }, (_, at) => run.slice(at, at + 3)),
  );
  return [...words, ...windows].filter((term) => term.length >= 3);
}
