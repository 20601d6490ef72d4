import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATORS } from './facts/operators.js';
import { ROUTINES } from './facts/routines.js';
import {
  canCoerce,
  commonType,
  formatType,
  quoteIdentifier,
  selectOperator,
  selectRoutine,
  type OperatorChoice,
  type PgType,
  type RoutineChoice,
} from './index.js';
import { CALLS } from './testing/calls.js';
import { openProbe, type Probe } from './testing/open-probe.js';
import { readCall } from './testing/read-call.js';
import { TYPE_TEXTS } from './testing/type-texts.js';
import { nullOf, typeIn, ZOO, ZOO_SQL, zooCatalog } from './testing/zoo.js';

const catalog = zooCatalog();
const path = { path: ['public'] };
const at = (name: string) => typeIn(catalog, name);
const PAIRS = ZOO.flatMap((left) => ZOO.map((right) => [left, right] as const));

let probe: Probe;
beforeAll(async () => {
  const table = ZOO.filter((name) => !['unknown', 'record', '_record'].includes(name));
  const columns = table.map((name) => `"c_${name}" "${name}"`).join(', ');
  const takers = table.map(takerOf);
  probe = await openProbe(`${ZOO_SQL}; create table taker (${columns}); ${takers.join(';')}`);
});
afterAll(() => probe?.close());

function takerOf(name: string): string {
  return `create function "take_${name}"("${name}") returns int4 language plpgsql as 'begin return 1; end'`;
}

/** What we say of each is what PostgreSQL says of it. */
async function expectAgreement(
  rows: readonly { readonly sql: string; readonly ours: string }[],
): Promise<void> {
  const theirs = await probe.resultTypes(rows.map(({ sql }) => sql));
  const differences = rows.flatMap(({ sql, ours }, i) =>
    agree(ours, theirs[i]!) ? [] : [`${sql}: ${ours}, PostgreSQL: ${theirs[i]}`],
  );
  expect(differences).toEqual([]);
}

const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  none: ['42883', '42804', '42846'],
  ambiguous: ['42725', '42804'],
};

function agree(ours: string, theirs: string): boolean {
  return ours === theirs || (REFUSALS[ours]?.includes(theirs) ?? false);
}

const resultOf = (type: PgType) => formatType(type.name === 'unknown' ? at('text') : type);

function spell(choice: RoutineChoice | OperatorChoice): string {
  if (choice.kind !== 'found') return choice.kind;
  return resultOf('routine' in choice ? choice.returns : choice.result);
}

describe('PostgreSQL says the same', () => {
  it.each([
    ['routines', ROUTINES, 'pg_proc', 'pronamespace'],
    ['operators', OPERATORS, 'pg_operator', 'oprnamespace'],
  ])('of how many %s there are', async (_, facts, table, schema) => {
    const { rows } = await probe.client.query<{ count: number }>(
      `select count(*)::int4 from ${table}
       where ${schema} in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    );
    expect(facts.trim().split('\n').length).toBe(rows[0]!.count);
  });

  it('of the spelling of types', async () => {
    const { rows } = await probe.client.query<Record<'schema' | 'name' | 'given' | 'bare', string>>(
      `select nspname as schema, typname as name, format_type(t.oid, -1) as given, format_type(t.oid, null) as bare
       from pg_type t join pg_namespace n on n.oid = typnamespace
       where nspname in ('pg_catalog', 'public', 'information_schema') and typname not in ('taker', '_taker')`,
    );
    expect(rows.length).toBeGreaterThan(600);
    const differences = rows.filter(({ schema, name, given, bare }) => {
      const type = catalog.type(name, { schema });
      return type === undefined || formatType(type, -1) !== given || formatType(type) !== bare;
    });
    expect(differences).toEqual([]);
  });

  it.each(['=', '<', '+', '-', '*', '||', '->', '@>', '&&', '~~', '<<'])(
    'of %s between any two types',
    async (name) => {
      const rows = PAIRS.map(([left, right]) => ({
        sql: `SELECT ${nullOf(left)} ${name} ${nullOf(right)}`,
        ours: spell(selectOperator(catalog, name, path, at(left), at(right))),
      }));
      await expectAgreement(rows);
    },
    60_000,
  );

  it.each(['-', '+', '~', '@', '|/', '!!'])('of %s before any type', async (name) => {
    const rows = ZOO.map((type) => ({
      sql: `SELECT ${name} (${nullOf(type)})`,
      ours: spell(selectOperator(catalog, name, path, undefined, at(type))),
    }));
    await expectAgreement(rows);
  });

  it.each([
    ['COALESCE', (l: string, r: string) => `SELECT COALESCE(${nullOf(l)}, ${nullOf(r)})`],
    ['UNION ALL', (l: string, r: string) => `SELECT ${nullOf(l)} UNION ALL SELECT ${nullOf(r)}`],
  ])('of the type that %s gives to any two types', async (_, sql) => {
    const rows = PAIRS.map(([left, right]) => {
      const common = commonType(catalog, [at(left), at(right)]);
      return { sql: sql(left, right), ours: common === undefined ? 'none' : resultOf(common) };
    });
    await expectAgreement(rows);
  });

  it.each([
    ['implicit', (l: string, r: string) => `SELECT "take_${r}"(${nullOf(l)})`],
    ['assignment', (l: string, r: string) => `INSERT INTO taker ("c_${r}") VALUES (${nullOf(l)})`],
    ['explicit', (l: string, r: string) => `SELECT CAST(${nullOf(l)} AS "${r}")`],
  ] as const)('of %s casts between any two types', async (context, sql) => {
    const pairs = PAIRS.filter(([, to]) => !['unknown', 'record', '_record'].includes(to)).filter(
      // The row would fit if it had as many columns, which its type does not say.
      ([from, to]) => !(from === 'record' && to === 'pg_class'),
    );
    const statements = pairs.map(([from, to]) => sql(from, to));
    const theirs = await probe.resultTypes(statements);
    const differences = pairs.flatMap(([from, to], i) => {
      const ours = canCoerce(catalog, [at(from)], [at(to)], context);
      return ours === !/^\d\w{4}$/.test(theirs[i]!) ? [] : [`${statements[i]}: ${theirs[i]}`];
    });
    expect(differences).toEqual([]);
  });

  it('of calls', async () => {
    const rows = CALLS.map(([call, gives]) => ({
      sql: `SELECT ${readCall(call).sql}`,
      ours: gives.replace(/ \(.*/, '').replace('unheard', 'none'),
    }));
    await expectAgreement(rows);
  });

  it('of types as they are written', async () => {
    const columns = TYPE_TEXTS.map(([written], i) => `c${i} ${written}`);
    await probe.client.query(`create table written (${columns.join(', ')})`);
    const { rows } = await probe.client.query<{ formatted: string }>(
      `select format_type(atttypid, atttypmod) as formatted from pg_attribute
       where attrelid = 'written'::regclass and attnum > 0 order by attnum`,
    );
    expect(rows.map(({ formatted }) => formatted)).toEqual(TYPE_TEXTS.map(([, text]) => text));
  });

  it('of what has to be quoted', async () => {
    const sql = `select word, quote_ident(word) as quoted from (
      select word from pg_get_keywords() union all select unnest(array['a b', 'A', 'a$', 'ü', '_a', '1', '"'])) w`;
    const { rows } = await probe.client.query<Record<'word' | 'quoted', string>>(sql);
    expect(rows.map(({ word }) => quoteIdentifier(word))).toEqual(rows.map(({ quoted }) => quoted));
  });

  it('of functions with one argument of any type', async () => {
    const names = ['abs', 'length', 'max', 'sum', 'avg', 'upper', 'to_json', 'array_agg', 'unnest'];
    const more = [
      'text',
      'date',
      'int4',
      'float8',
      'lower',
      'round',
      'count',
      'min',
      'array_length',
    ];
    const rows = [...names, ...more].flatMap((name) =>
      ZOO.map((type) => ({
        sql: `SELECT "${name}"(${nullOf(type)})`,
        ours: spell(selectRoutine(catalog, name, path, [at(type)])),
      })),
    );
    await expectAgreement(rows);
  });
});
