import { expect, it } from 'vitest';
import { compare, tally } from './testing/verdict.js';
import { described } from './testing/described.js';
import { useDatabases, useDumpDatabases } from './testing/use-database.js';
import { viewsOfDatabase, viewsOfFile } from './testing/views.js';

const load = useDatabases();
const open = useDumpDatabases();

it.each([
  { file: 'system_views.sql', path: 'pg_catalog', views: 80 },
  { file: 'information_schema.sql', path: 'information_schema', views: 65 },
])(
  'the views of $file have the columns that PostgreSQL prepares',
  async ({ file, path, views }) => {
    const queries = await described(viewsOfFile(file), await load(''), { path });
    const { different, unknown, agree } = tally(await compare(queries, await open(''), path));
    expect(different).toEqual([]);
    expect(unknown).toEqual([]);
    expect(agree).toBeGreaterThanOrEqual(views);
  },
);

it('so have they as PostgreSQL writes them', async () => {
  const client = await load('');
  const queries = await described(await viewsOfDatabase(client), client);
  const { different, unknown, agree } = tally(await compare(queries, await open('')));
  expect(different).toEqual([]);
  expect(unknown).toEqual([]);
  expect(agree).toBeGreaterThanOrEqual(140);
});
