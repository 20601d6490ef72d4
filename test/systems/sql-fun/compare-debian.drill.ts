import type pg from 'pg';
import { expect, it } from 'vitest';
import { queriesAbout, queriesCalling, relationsOf, routinesOf } from './testing/catalog.js';
import { compare, tally } from './testing/verdict.js';
import { described } from './testing/described.js';
import {
  readSchemaOfOthers,
  refused,
  useDatabases,
  useDumpDatabases,
  useDumps,
} from './testing/use-database.js';
import { bodiesOfDatabase } from './testing/views.js';

interface Case {
  readonly name: string;
  /** How many queries agree at least. */
  readonly agree: number;
  /** Of how many more not everything is known at most, and why. */
  readonly unknown?: readonly [count: number, why: string];
}

const CASES: readonly Case[] = [
  { name: 'bacula', agree: 200 },
  { name: 'freeradius', agree: 70 },
  { name: 'icinga2', agree: 540 },
  { name: 'icingadb', agree: 440 },
  { name: 'kea', agree: 540 },
  { name: 'pdns', agree: 60 },
  { name: 'pgtap', agree: 2_600 },
  { name: 'roundcube', agree: 130 },
  { name: 'ulogd', agree: 160 },
  { name: 'zabbix', agree: 1_200 },
];

const load = useDatabases();
const open = useDumpDatabases();
const dumped = useDumps();

it.for(CASES)(
  'queries about the schema of $name have the columns, types and parameters that PostgreSQL prepares',
  async ({ name, agree, unknown: [mostUnknown] = [0] }, { skip }) => {
    const file = readSchemaOfOthers(name);
    if ('absent' in file) return skip(file.absent);
    const client = await load(file.text);
    const queries = await queriesOf(client);
    for (const text of [file.text, await dumped(file.text)]) {
      const database = await open(text);
      expect(refused(database)).toEqual([]);
      const result = tally(await compare(queries, database));
      expect(result.different).toEqual([]);
      expect(result.unknown.slice(mostUnknown)).toEqual([]);
      expect(result.agree).toBeGreaterThanOrEqual(agree);
    }
  },
);

async function queriesOf(client: pg.Client) {
  const about = queriesAbout(await relationsOf(client));
  const calling = queriesCalling(await routinesOf(client));
  const bodies = await bodiesOfDatabase(client);
  return [
    ...(await described([...about, ...calling], client)),
    ...(await described(bodies, client, { onlyAccepted: true })),
  ];
}
