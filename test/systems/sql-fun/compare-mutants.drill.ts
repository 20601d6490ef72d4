import { expect, it } from 'vitest';
import {
  type Disagreements,
  compareAccepted,
  compareRefused,
  tally,
  type Verdict,
} from './testing/verdict.js';
import { mutantsOf } from './testing/views.js';
import { prepare } from './testing/described.js';
import { corpusFile, readCorpus, useDatabases, useDumpDatabases } from './testing/use-database.js';

/** PostgreSQL points at the parenthesis before the list of ON CONFLICT, we point at the column in it. */
const IN_THE_LIST = 'It is at the column.';

const disagreements: Disagreements = {
  'insert or do nothing: word 4 (email) is misspelt': IN_THE_LIST,
  'insert or update: word 4 (key) is misspelt': IN_THE_LIST,
  'insert or update with a condition: word 7 (product_id) is misspelt': IN_THE_LIST,
  'insert or update with a condition: word 8 (hall_id) is misspelt': IN_THE_LIST,
  'upsert of JSON: word 10 (key) is misspelt': IN_THE_LIST,
  'literals: word 2 (n) is a literal':
    'A backslash outside of a string is a command of psql for us, and a syntax error for the server.',
};

const load = useDatabases();
const open = useDumpDatabases();

it('queries with one changed word have the verdict, the SQLSTATE and the place that PostgreSQL gives', async () => {
  const script = corpusFile('shop.sql');
  const client = await load(script);
  const database = await open(script);
  const verdicts = new Map<string, Verdict>();
  let wrong = 0;
  for (const query of readCorpus('reading.sql', 'expressions.sql', 'writing.sql')) {
    for (const { name, sql } of mutantsOf(query)) {
      const theirs = await prepare(client, sql);
      const ours = await database.analyze(sql);
      verdicts.set(
        name,
        theirs.ok ? compareAccepted(theirs, ours.statements[0]!) : compareRefused(theirs, ours),
      );
      if (!theirs.ok) wrong++;
    }
  }
  const { different, stale, unknown, queries } = tally(verdicts, disagreements);
  expect(different).toEqual([]);
  expect(stale).toEqual([]);
  // A parameter without a type (42P18) is a note for us.
  expect(unknown.filter((one) => !/data type of parameter/.test(one))).toEqual([]);
  expect(wrong).toBeGreaterThan(5_000);
  expect(queries).toBeGreaterThan(6_000);
});
