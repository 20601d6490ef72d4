import fc from 'fast-check';
import { loadModule } from 'libpg-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmpty } from '../../lab/testing/open-empty.js';
import { snapshot } from '../../lab/testing/snapshot.js';
import { EXPOSED, RESET, statements } from '../../lab/testing/variants.js';
import type { Postgres } from '../engine/postgres.js';
import { createExposure, type ExposureRules } from '../policy/exposure.js';
import { findHidden, type NameLock } from './find-hidden.js';
import { hideUnexposed } from './hide-unexposed.js';

/** Each takes most of a second: once in `npm test`, twenty times in the drills. */
const RUNS = Math.ceil(Number(process.env['ERRATA_RUNS']) / 50);

let postgres: Postgres;
beforeAll(async () => {
  await loadModule();
  postgres = await openEmpty();
});
afterAll(() => postgres.close());

const WITH_HIDDEN = statements(() => true).join('\n');
const path = ['app'];
const rulesOf = (expose: ExposureRules['expose']) => ({
  exposure: createExposure({ expose }, path),
  path,
});
const ALL = { columns: '*' } as const;

/** Right and wrong queries, with names that nearly are hidden ones. */
const PROBES = [
  'SELECT * FROM users',
  'SELECT users.*, o.at FROM users JOIN shop.orders o ON o.user_id = users.id',
  'SELECT secre FROM users, shop.orders',
  'SELECT secret FROM users, shop.orders',
  'SELECT nam FROM users u, shop.orders',
  'SELECT secret_number, age FROM users ORDER BY secret_numbr',
  'SELECT later, twice, code FROM users',
  'INSERT INTO users (id, name, twice) VALUES (1, 2, 3)',
  'INSERT INTO users (id, name, code) VALUES ($1, $2, DEFAULT) RETURNING *',
  "UPDATE users SET mood = 'secret'",
  'SELECT * FROM secrets',
  'SELECT * FROM shop.secrets',
  'SELECT * FROM totals, summary, cached, over, shop.names',
  'SELECT secret FROM summary',
  'SELECT totl FROM totals',
  'SELECT * FROM logs, logs_a, lone, heir, parts, parts_a, remote, typed',
  'SELECT secret FROM lone, shop.orders',
  'SELECT * FROM shop.leads',
  'SELECT place, places[1], person, who FROM shop.leads',
  'SELECT (place).secret FROM shop.leads',
  'SELECT (who).secret FROM shop.leads',
  'SELECT (who).* FROM shop.leads',
  "INSERT INTO shop.leads (place, places, person) VALUES ('', '{}', '')",
  'SELECT secret_f(1)',
  'SELECT secret_f(1, 2)',
  'SELECT secret_sum(1)',
  'SELECT app.secret_f(1)',
  'SELECT shop.secret_f(1)',
  'SELECT shop.price(1), shop.price(true)',
  'SELECT * FROM shop.atomic(1)',
  'SELECT shop.between(NULL), shop.between(1)',
  "SELECT ''::secret_mood",
  "SELECT 'sad'::mood, 'bad'::mood",
  "SELECT 'sad'::app.mood, ''::app.users",
  "SELECT ''::users",
  'SELECT 1 OPERATOR(app.===) 1',
  "SELECT 1 === 'x'",
  "SELECT 'secret.people'::regclass",
  "SELECT nextval('secret.secret_seq'), 'secret.secret_f'::regproc, 'secret'::regnamespace, 'secret_role'::regrole",
  "SELECT to_tsvector('secret_config', 'a'), to_tsvector('app.secret_config', 'a')",
  'SELECT 1 COLLATE secret_order',
  'SELECT * FROM users u WHERE u = u',
  'DELETE FROM users WHERE id IN (SELECT user_id FROM shop.orders)',
  'SELECT * FROM shop.orders_numbers',
  'SELECT 1 FROM users FOR UPDATE',
  'MERGE INTO users u USING shop.orders o ON u.id = o.user_id WHEN MATCHED THEN UPDATE SET name = o.nme',
];

/** All that a client could learn of a database. */
async function answersOf(database: string): Promise<readonly string[]> {
  expect(await postgres.run(RESET)).toBeUndefined();
  expect(await postgres.run(database)).toBeUndefined();
  return answers();
}

async function answers(): Promise<readonly string[]> {
  const rules = rulesOf(EXPOSED);
  const { types } = await hideUnexposed(postgres, rules);
  const seen = await snapshot(postgres);
  expect(await postgres.run(`SET search_path = ${path.join()}`)).toBeUndefined();
  const told: string[] = [];
  for (const sql of PROBES)
    told.push(`${sql}: ${await answerOf(sql, { ...rules, types: new Set(types) })}`);
  return [...seen, ...told, ...types];
}

async function answerOf(sql: string, lock: NameLock): Promise<string> {
  const hidden = findHidden(sql, lock);
  if (hidden !== undefined) return JSON.stringify(hidden);
  const { error, columns, parameters } = await postgres.describe(sql);
  const types = await postgres.rows<{ name: string }>(
    'SELECT format_type(t, NULL) AS name FROM unnest($1::oid[]) WITH ORDINALITY u (t, n) ORDER BY n',
    [[...columns.map(({ type }) => type), ...parameters]],
  );
  const { code, message, position, hint } = error ?? {};
  return JSON.stringify([columns.map(({ name }) => name), types, code, message, position, hint]);
}

describe('two databases that differ in hidden things only', () => {
  let without: readonly string[];
  beforeAll(async () => {
    without = await answersOf(statements('without').join('\n'));
  });

  it('give the same answers, with hidden things or without', async () => {
    const some = await answersOf(WITH_HIDDEN);
    expect(some).toEqual(without);
    const texts = await postgres.rows<{ text: string }>(
      `SELECT ev_action::text AS text FROM pg_rewrite WHERE oid >= 16384 UNION ALL SELECT attname FROM pg_attribute
       UNION ALL SELECT description FROM pg_description WHERE objoid >= 16384`,
    );
    expect(texts.filter(({ text }) => text.includes('secret'))).toEqual([]);
  });

  it('give the same answers, whatever hidden things are called', async () => {
    expect(
      await answersOf(WITH_HIDDEN.replaceAll('secret', 'covert').replaceAll('42', '4711')),
    ).toEqual(without);
    expect(await postgres.run(RESET.replaceAll('secret', 'covert'))).toBeUndefined();
  });

  it('give the same answers with any of the hidden things', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 7, maxLength: 31 }), async (chosen) => {
        expect(await postgres.run(RESET)).toBeUndefined();
        let next = 0;
        // A statement that is refused needs a hidden thing that was not chosen.
        for (const sql of statements(() => chosen[next++ % chosen.length]!))
          await postgres.run(sql);
        expect(await answers()).toEqual(without);
      }),
      { numRuns: RUNS },
    );
  });
});

it('hides all of it and loses nothing else, whatever is exposed', async () => {
  const names = [
    'shop.*',
    'secret.*',
    'app.*',
    ...Object.keys(EXPOSED),
    'secret.people',
    'app.secret_parent',
    'app.secret_ancestor',
  ];
  const columns = fc.oneof(
    fc.constant('*' as const),
    fc.subarray(['id', 'secret', 'name', 'age', 'own', 'note', 'kind', 'twice']),
  );
  const rules = fc.dictionary(fc.constantFrom(...names), fc.record({ columns }), { minKeys: 3 });
  await fc.assert(
    fc.asyncProperty(rules, async (expose) => {
      expect(await postgres.run(`${RESET} ${WITH_HIDDEN}`)).toBeUndefined();
      await expect(hideUnexposed(postgres, rulesOf(expose))).resolves.toBeDefined();
    }),
    { numRuns: RUNS },
  );
});

describe('what may be seen', () => {
  const hidden = async (database: string, expose: ExposureRules['expose']) => {
    expect(
      await postgres.run(
        `${RESET} CREATE SCHEMA app; CREATE SCHEMA secret; SET search_path = app; ${database}`,
      ),
    ).toBeUndefined();
    return hideUnexposed(postgres, rulesOf(expose));
  };

  it('stays as it is where everything is exposed', async () => {
    expect(await postgres.run(RESET)).toBeUndefined();
    expect(await postgres.run(WITH_HIDDEN.replace(/CREATE PUBLICATION.*/, ''))).toBeUndefined();
    const without = (lines: readonly string[]) =>
      lines.filter(
        (line) => !/^\((?:schema,sql_fun_stub|role|server|wrapper|trigger|function)/.test(line),
      );
    const before = without(await snapshot(postgres));
    expect(await hideUnexposed(postgres, rulesOf({ '*': ALL }))).toEqual({
      stubViews: [],
      types: [],
    });
    expect(without(await snapshot(postgres))).toEqual(before);
  });

  it('names stub views, and the views over them', async () => {
    const { stubViews } = await hidden(
      `CREATE TABLE secret.t (a int); CREATE TABLE seen (a int);
       CREATE VIEW stub AS SELECT * FROM secret.t; CREATE VIEW over AS SELECT * FROM stub; CREATE VIEW plain AS SELECT * FROM seen`,
      { 'app.*': ALL },
    );
    const [{ names } = { names: '' }] = await postgres.rows<{ names: string }>(
      `SELECT string_agg(relname, ' ' ORDER BY relname) AS names FROM pg_class WHERE oid = ANY ($1::oid[])`,
      [stubViews],
    );
    expect(names).toBe('over stub');
    expect((await postgres.describe('INSERT INTO over VALUES (1)')).error?.code).toBe('55000');
    expect((await postgres.describe('INSERT INTO plain VALUES (1)')).error).toBeUndefined();
  });

  it('does not have the sequence of a hidden column', async () => {
    await hidden(`CREATE TABLE t (a int, secret serial, c serial)`, {
      '*': ALL,
      t: { columns: ['a', 'c'] },
    });
    const sequences = `SELECT relname FROM pg_class WHERE relkind = 'S' AND oid >= 16384`;
    expect(await postgres.rows(sequences)).toEqual([{ relname: 't_c_seq' }]);
  });

  it('keeps what it needs, under a number', async () => {
    await hidden(
      `CREATE FUNCTION secret.step(int, int) RETURNS int LANGUAGE sql RETURN 1;
       CREATE AGGREGATE app.total(int) (sfunc = secret.step, stype = int);
       CREATE FUNCTION secret.same(int, text) RETURNS bool LANGUAGE sql RETURN true;
       CREATE OPERATOR app.=== (function = secret.same, leftarg = int, rightarg = text);
       CREATE TYPE secret.inner AS ENUM ('a'); CREATE DOMAIN secret.base AS secret.inner CHECK (VALUE <> 'a'); CREATE DOMAIN app.outer AS secret.base;
       CREATE TABLE t (a app.outer, b secret.base[])`,
      { 'app.*': ALL },
    );
    const { error, columns } = await postgres.describe(
      `SELECT app.total(1) OVER (), 1 OPERATOR(app.===) 'x', a, b FROM app.t WHERE a IS NULL`,
    );
    expect([error, columns.length]).toEqual([undefined, 4]);
    const lines = (await snapshot(postgres)).filter((line) => /sql_fun_stub|secret/.test(line));
    expect(lines).toContain(
      '(function,"sql_fun_stub.hidden_2(integer,integer)",f,integer,"integer, integer","",)',
    );
    expect(lines.some((line) => line.startsWith('(type,secret,base,d'))).toBe(true);
  });

  it('keeps extensions whose types its columns have, and loses others', async () => {
    const { citext } = await import('@electric-sql/pglite/contrib/citext');
    const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
    const other = await openEmpty({ extensions: { citext, pg_trgm } });
    try {
      expect(
        await other.run(`CREATE EXTENSION citext; CREATE EXTENSION pg_trgm; CREATE TABLE users (name citext, secret text);
          CREATE INDEX ON users USING gin (secret gin_trgm_ops)`),
      ).toBeUndefined();
      const rules = {
        exposure: createExposure({ expose: { users: { columns: ['name'] } } }, ['public']),
        path: ['public'],
      };
      expect(await hideUnexposed(other, rules)).toEqual({
        stubViews: [],
        types: ['public.citext'],
      });
      expect(await other.rows('SELECT extname FROM pg_extension ORDER BY 1')).toEqual([
        { extname: 'citext' },
        { extname: 'plpgsql' },
      ]);
      expect((await other.describe(`SELECT name = 'a' FROM users`)).error).toBeUndefined();
    } finally {
      await other.close();
    }
  });

  it('leaves the database as it was when it fails', async () => {
    const exposure = { ...rulesOf({ 'app.*': ALL }).exposure };
    expect(
      await postgres.run(
        `${RESET} CREATE SCHEMA app; CREATE TABLE app.t (a int); CREATE TABLE public.secret (a int)`,
      ),
    ).toBeUndefined();
    const before = await snapshot(postgres);
    let asked = 0;
    const fickle = {
      ...exposure,
      relation: (_schema: string, name: string) => name !== 'secret' || asked++ === 0,
    };
    await expect(hideUnexposed(postgres, { exposure: fickle, path })).rejects.toThrow(
      'cannot hide',
    );
    expect(await snapshot(postgres)).toEqual(before);
    expect(await postgres.run('DROP TABLE public.secret')).toBeUndefined();
  });
});
