import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGING_SCRIPTS } from './testing/changing-scripts.js';
import { findTools, startDebianPostgres, type DebianPostgres } from './testing/debian-postgres.js';

const tools = findTools();

const COLUMNS = `
  select c.relname || ' ' || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm') group by c.oid, c.relname`;

describe.skipIf(tools === undefined)('the same on a server [needs initdb and postgres]', () => {
  let postgres: DebianPostgres;
  beforeAll(async () => {
    postgres = await startDebianPostgres(tools!);
  });
  afterAll(() => postgres.stop());

  it.each(CHANGING_SCRIPTS)('%s', async (_, script, relations) => {
    const client = await postgres.connect('postgres');
    try {
      await client.query(`BEGIN; ${script}`);
      const { rows } = await client.query<{ line: string }>(COLUMNS);
      expect(rows.map(({ line }) => line).sort()).toEqual(relations);
    } finally {
      await client.end();
    }
  });
});
