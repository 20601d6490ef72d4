import { loadModule } from 'libpg-query';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DUMP } from '../../lab/testing/dump.js';
import { openEmpty } from '../../lab/testing/open-empty.js';
import type { Postgres } from '../engine/postgres.js';
import { loadDump } from './load-dump.js';
import { extensionsFor, type LoadedDump } from './loaded-dump.js';
import { readDump } from './read-dump.js';

let postgres: Postgres;
let loaded: LoadedDump;
beforeAll(async () => {
  await loadModule();
  const dump = readDump(DUMP);
  postgres = await openEmpty({ extensions: await extensionsFor(dump.extensions) });
  loaded = await loadDump(dump, postgres);
});
afterAll(() => postgres.close());

const column = async <T>(sql: string) => (await postgres.rows<{ x: T }>(sql)).map(({ x }) => x);

it('says what it knows beside the database', () => {
  expect(loaded).toMatchObject({
    version: 16,
    extensions: ['plpgsql', 'citext', 'uuid-ossp', 'postgis', 'earthdistance'],
    unknownExtensions: ['postgis'],
    extensionSchemas: expect.any(Object),
  });
});

it('has every relation', async () => {
  const names = await column<string>(`
    SELECT relnamespace::regnamespace || '.' || relname || ' ' || relkind::text AS x FROM pg_class
    WHERE relnamespace::regnamespace::text IN ('public', 'sales') AND relkind NOT IN ('i', 'I', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
    ORDER BY 1`);
  expect(names).toEqual([
    ...['public.address c', 'public.events p', 'public.events_2024 r', 'public.events_odd r'],
    ...[
      'public.far f',
      'public.lonely r',
      'public.orders r',
      'public.picked r',
      'public.places v',
      'public.shapes v',
      'public.stats m',
    ],
    ...['public.strange r', 'public.users r', 'public.wild r', 'sales.recent v'],
  ]);
});

it('keeps types, and gives a stub to those that it does not know', async () => {
  const types = await column<string>(`
    SELECT attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) AS x
    FROM pg_attribute WHERE attrelid IN ('users'::regclass, 'strange'::regclass, 'places'::regclass, 'picked'::regclass)
      AND attnum > 0 ORDER BY attrelid, attnum`);
  expect(types).toEqual([
    'users.id bigint',
    'users.email citext',
    'users.mood mood',
    'users.place sql_fun_stub.geography',
    'users.places sql_fun_stub.geometry[]',
    'users.slug text',
    'strange.a integer',
    'strange.b integer',
    'strange.c text',
    'strange.d integer',
    'places.id bigint',
    'places.near sql_fun_stub.unresolved',
    'picked.id bigint',
  ]);
});

it('keeps columns that are added, with their defaults', async () => {
  const columns = await column<string>(`
    SELECT attname || coalesce(' ' || pg_get_expr(adbin, adrelid), '') AS x FROM pg_attribute
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = 'orders'::regclass AND attnum > 0 ORDER BY attnum`);
  expect(columns).toEqual([
    "id nextval('orders_id_seq'::regclass)",
    'buyer',
    'amount',
    'spot',
    "n (slugify('x'::text))::integer",
    'size',
    'other',
  ]);
});

it('has routines with their kind and volatility, whose bodies do nothing', async () => {
  const routines = await column<string>(`
    SELECT proname || ' ' || prokind::text || provolatile::text || proisstrict::int || ' ' || pg_get_function_arguments(oid) AS x
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') ORDER BY 1`);
  expect(routines).toEqual([
    'archive pv0 IN n integer',
    'area fv0 g sql_fun_stub.geometry',
    'slugify fi1 t text',
    'total ai0 integer',
    'touch fv0 ',
  ]);
});

it('lists what is missing, and why', () => {
  const shown = loaded.leftOut.map(({ severity, name = '', message }) =>
    [severity, name, message].join(' | '),
  );
  expect(shown).toMatchInlineSnapshot(`
    [
      "note |  | Settings are not applied, except search_path. (4 statements)",
      "note | postgis | The extension is not available: unknown names may come from it.",
      "note |  | Extensions are used as PGlite has them.",
      "note |  | Roles have no privileges, owners, members or labels here. (4 statements)",
      "note | public.address.place | The type public.geometry is unknown here: the column has no type.",
      "note | public.area | The type public.geometry is unknown here: the column has no type.",
      "note | public.raw | Functions for C code are not created: SQL cannot call them.",
      "note | public.users.place | The type public.geography is unknown here: the column has no type.",
      "note | public.users.places | The type public.geometry is unknown here: the column has no type.",
      "note | public.strange.c | The collation was left out: collation "public.nowhere" for encoding "UTF8" does not exist.",
      "note | public.strange | The clause USING was left out: access method "columnar" does not exist.",
      "note | public.strange | The clause WITH was left out: unrecognized parameter "shiny".",
      "note | public.strange.a | The default was left out: function public.nowhere() does not exist.",
      "error | public.strange.b | The default was left out: column "b" is of type integer but default expression is of type text.",
      "note | public.strange.c | The storage option was left out: compression method lz4 not supported.",
      "note | public.strange.d | A foreign key was left out: relation "public.nothing" does not exist.",
      "error | public.strange | A check constraint wrong was left out: column "nowhere" does not exist.",
      "note | public.strange | A foreign key was left out: relation "public.nothing" does not exist.",
      "error | public.wild | Only its columns are known: column "a" specified more than once.",
      "note | public.events_odd | The partition is not attached: its bound would have to be calculated.",
      "note | public.places.near | The expression was left out: function public.st_near(geography) does not exist.",
      "note | public.lost | PostgreSQL refused it: relation "public.nothing" does not exist.",
      "note |  | Data is not loaded. (2 statements)",
      "note |  | Nothing in a dump is run: SELECT, DO, CALL and the like are passed over.",
      "note | public.users_place | PostgreSQL refused it: data type geography has no default operator class for access method "gist".",
      "note | public.orders.spot | The type public.geometry is unknown here: the column has no type.",
      "note | public.orders.spot | The default was left out: function public.st_make(integer) does not exist.",
      "error | public.orders | PostgreSQL refused it: column "nothing" of relation "orders" does not exist.",
      "note | public.shapes | Only its columns are known: function public.st_dump(integer) does not exist.",
      "note | public.lonely | Only its columns are known: relation "public.nothing" does not exist.",
      "note |  | A type without a definition is passed over.",
      "note | public.box3_in | Functions for C code are not created: SQL cannot call them.",
      "note | public.box3 | The code of this base type is not here: columns of it have no type.",
      "note | public.orders.size | The type public.box3 is unknown here: the column has no type.",
      "note | public.orders.other | The type db.public.box3 is unknown here: the column has no type.",
      "note | watch | Event triggers are never created.",
    ]
  `);
});

it('takes a statement that is too deep', async () => {
  const deep = `CREATE VIEW deep AS SELECT ${Array(4000).fill("nowhere('x')").join(' || ')} AS a; CREATE TABLE after ()`;
  const { leftOut } = await loadDump(readDump(deep), postgres);
  expect(leftOut).toMatchObject([{ line: 1, message: 'The statement is nested too deeply.' }]);
  expect(await column("SELECT to_regclass('public.after') IS NOT NULL AS x")).toEqual([true]);
});

it('keeps the columns of a table of which a part is too deep', async () => {
  const deep = `${'abs('.repeat(1500)}1${')'.repeat(1500)}`;
  const { leftOut } = await loadDump(
    readDump(
      `CREATE TABLE deep_one (a int DEFAULT ${deep} NOT NULL, b numeric(5,2), CHECK (b > ${deep}));`,
    ),
    postgres,
  );
  expect(leftOut).toMatchObject([
    { name: 'public.deep_one', message: 'The statement is nested too deeply.' },
  ]);
  const { columns } = await postgres.describe('SELECT * FROM public.deep_one');
  expect(columns.map(({ name }) => name)).toEqual(['a', 'b']);
});
