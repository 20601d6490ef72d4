import { expect, it } from 'vitest';
import { compare, type Disagreements, tally } from './testing/verdict.js';
import { described } from './testing/described.js';
import {
  corpusFile,
  readCorpus,
  refused,
  useDatabases,
  useDumpDatabases,
  useDumps,
} from './testing/use-database.js';

/** Queries that we and PostgreSQL see differently, and why. */
const disagreements: Disagreements = {};

const load = useDatabases();
const open = useDumpDatabases();
const dumped = useDumps();

it('queries about a shop have the columns, types and parameters that PostgreSQL prepares', async () => {
  const script = corpusFile('shop.sql');
  const corpus = readCorpus('reading.sql', 'expressions.sql', 'writing.sql');
  const queries = await described(corpus, await load(script));
  for (const text of [script, await dumped(script)]) {
    const database = await open(text);
    expect(refused(database)).toEqual([]);
    const { different, stale, unknown, agree } = tally(
      await compare(queries, database),
      disagreements,
    );
    expect(different).toEqual([]);
    expect(stale).toEqual([]);
    expect(unknown).toEqual([]);
    expect(agree).toBeGreaterThanOrEqual(280);
  }
});
