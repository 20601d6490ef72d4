import { loadParser } from '@errata/sql-fun/analysis';
import { readSchema } from '@errata/sql-fun/schema';
import { expect, it } from 'vitest';
import { compare } from './testing/compare.js';
import { described } from './testing/described.js';
import { corpusFile, readCorpus } from './testing/read-corpus.js';
import { tally, type Disagreements } from './testing/tally.js';
import { useDatabases } from './testing/use-database.js';
import { useDumps } from './testing/use-dumps.js';

/** Queries that we and PostgreSQL see differently, and why. */
const disagreements: Disagreements = {};

const load = useDatabases();
const dumped = useDumps();

it('queries about a shop have the columns, types and parameters that PostgreSQL prepares', async () => {
  const script = corpusFile('shop.sql');
  const corpus = readCorpus('reading.sql', 'expressions.sql', 'writing.sql');
  const queries = await described(corpus, await load(script));
  await loadParser();
  for (const text of [script, await dumped(script)]) {
    const schema = readSchema(text);
    expect(schema.problems).toEqual([]);
    const { different, stale, unknown, agree } = tally(compare(queries, schema), disagreements);
    expect(different).toEqual([]);
    expect(stale).toEqual([]);
    expect(unknown).toEqual([]);
    expect(agree).toBeGreaterThanOrEqual(280);
  }
});
