import { expect, it } from 'vitest';
import { type Disagreements, compareRefused, tally, type Verdict } from './testing/verdict.js';
import { prepare } from './testing/described.js';
import { corpusFile, readCorpus, useDatabases, useDumpDatabases } from './testing/use-database.js';

/** Queries that we and PostgreSQL see differently, and why. */
const disagreements: Disagreements = {
  '42703 a column in ON CONFLICT':
    'PostgreSQL points at the parenthesis before the list, we point at the column in it.',
};

const load = useDatabases();
const open = useDumpDatabases();

it('what PostgreSQL refuses is a problem, of the same kind and at the same place', async () => {
  const script = corpusFile('shop.sql');
  const client = await load(script);
  const database = await open(script);
  const verdicts = new Map<string, Verdict>();
  for (const { name, sql } of readCorpus('wrong.sql')) {
    const theirs = await prepare(client, sql);
    if (theirs.ok) throw new Error(`PostgreSQL accepts “${name}”.`);
    expect(name.slice(0, 5), theirs.message).toBe(theirs.code);
    verdicts.set(name, compareRefused(theirs, await database.analyze(sql)));
  }
  const { queries, different, stale, unknown } = tally(verdicts, disagreements);
  expect(different).toEqual([]);
  expect(stale).toEqual([]);
  expect(unknown).toEqual([]);
  expect(queries).toBeGreaterThanOrEqual(190);
});
