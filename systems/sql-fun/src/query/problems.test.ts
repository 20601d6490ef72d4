import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop, SMALL_SHOP } from '../../lab/testing/open-shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(`${SMALL_SHOP}
    CREATE TYPE pair AS (one int, two int);
    CREATE TABLE pairs (id int PRIMARY KEY, duo pair);
    CREATE SEQUENCE userz;
    CREATE DOMAIN numbers AS int[];
    CREATE FUNCTION same(numbers, numbers) RETURNS bool LANGUAGE internal AS 'array_eq';
    CREATE OPERATOR = (PROCEDURE = same, LEFTARG = numbers, RIGHTARG = numbers);
    CREATE PROCEDURE pr(int) LANGUAGE plpgsql AS 'BEGIN RETURN; END';`);
});
afterAll(() => shop.close());

const found = async (sql: string) =>
  (await shop.statement(sql)).problems
    .filter(({ severity }) => severity === 'error')
    .map(
      ({ reason, name, place }) =>
        `${reason} ${name} ${sql.slice(place!.offset, place!.offset + 8)}`,
    );

it.each([
  ['SELECT (duo).nope FROM pairs', ['COLUMN_NOT_FOUND nope duo).nop']],
  [
    'SELECT (p.duo).nope, nope FROM pairs p',
    ['COLUMN_NOT_FOUND nope p.duo).n', 'COLUMN_NOT_FOUND nope nope FRO'],
  ],
  ['SELECT (p.nope).one FROM pairs p', ['COLUMN_NOT_FOUND p.nope p.nope).']],
])('names the field of a row that is missing: %s', async (sql, expected) => {
  expect(await found(sql)).toEqual(expected);
});

it.each([
  ["SELECT 'user'::regclass", 'table', 'user', ['users']],
  [`SELECT nextval('public."Nope"')`, 'table', 'public.Nope', undefined],
  ["SELECT 'nowhere.users'::regclass", 'schema', 'nowhere', undefined],
])('names the relation that a string names: %s', async (sql, target, name, didYouMean) => {
  const [problem] = (await shop.statement(sql)).problems;
  expect(problem).toMatchObject({ target, name });
  expect(problem?.didYouMean).toEqual(didYouMean);
});

it('knows the domain that a JSON function returns', async () => {
  const { columns } = await shop.statement("SELECT JSON_QUERY(jsonb '[1]', '$' RETURNING numbers)");
  expect(columns).toMatchObject([{ name: 'json_query', type: 'numbers' }]);
});

it('knows that NULLIF keeps a domain that has an operator of its own', async () => {
  const { columns } = await shop.statement("SELECT NULLIF('{1}'::numbers, '{2}'::numbers)");
  expect(columns).toEqual([{ name: 'nullif', type: 'numbers', nullable: 'unknown' }]);
});

it.each(['"sv-x-icu"', '"de_DE"', '"de_DE.utf8"', 'pg_catalog."sr_RS@latin"'])(
  'does not take a collation of the system for a mistake: %s',
  async (name) => {
    const { problems } = await shop.statement(`SELECT name COLLATE ${name} FROM users`);
    expect(problems).toMatchObject([{ severity: 'note', code: 'unresolved', target: 'collation' }]);
  },
);

it('does not suggest a sequence for a table', async () => {
  const [problem] = (await shop.statement('SELECT 1 FROM usersz')).problems;
  expect(problem).toMatchObject({ reason: 'TABLE_NOT_FOUND', didYouMean: ['users'] });
});

it('leaves names as they are written at the start of a sentence', async () => {
  const [problem] = (await shop.statement('SELECT pr(1)')).problems;
  expect(problem?.message).toBe('pr(integer) is a procedure.');
  const [other] = (await shop.statement('SELECT nope FROM users')).problems;
  expect(other?.message).toBe('Column "nope" does not exist.');
});

describe('the problems of a statement', () => {
  it.each<[string, string[]]>([
    ['SELECT id, name FROM users WHERE email = $1', []],
    ['SELECT emial FROM users', ['COLUMN_NOT_FOUND emial emial FR']],
    [
      'SELECT emial, u.nmae, id FROM users u WHERE iid = 3',
      [
        'COLUMN_NOT_FOUND emial emial, u',
        'COLUMN_NOT_FOUND u.nmae u.nmae, ',
        'COLUMN_NOT_FOUND iid iid = 3',
      ],
    ],
    [
      'SELECT u.id, o.x, y FROM users u JOIN oders o ON o.uid = u.idd',
      ['TABLE_NOT_FOUND oders oders o ', 'COLUMN_NOT_FOUND u.idd u.idd'],
    ],
    ['SELECT * FROM sale.orders', ['SCHEMA_NOT_FOUND sale sale.ord']],
    [
      'SELECT sum(emial), lower(id) FROM users',
      ['COLUMN_NOT_FOUND emial emial), ', 'WRONG_TYPE lower lower(id'],
    ],
    ['SELECT nope(id) FROM users', ['NOT_FOUND nope nope(id)']],
    [
      'SELECT id + name, name || emial FROM users',
      ['WRONG_TYPE + + name, ', 'COLUMN_NOT_FOUND emial emial FR'],
    ],
    ['SELECT id FROM users, orders', ['AMBIGUOUS_NAME id id FROM ']],
    [
      'SELECT name, count(*) FROM users WHERE naem = 1',
      ['INVALID_LOGIC name name, co', 'COLUMN_NOT_FOUND naem naem = 1'],
    ],
    [
      "SELECT 'x'::int, '2020-13-01'::date, id FROM users",
      ["WRONG_TYPE 'x' 'x'::int", "WRONG_TYPE '2020-13-01' '2020-13"],
    ],
    ['SELECT id FROM users ORDER BY 7', ['INVALID_LOGIC 7 7']],
    ['SELECT FROM WHERE', ['INVALID_SQL WHERE WHERE']],
    [
      'DELETE FROM users WHERE idd = 1 AND emial = 2',
      ['COLUMN_NOT_FOUND idd idd = 1 ', 'COLUMN_NOT_FOUND emial emial = '],
    ],
    [
      'UPDATE users SET name = nmae, email = $1 WHERE x',
      ['COLUMN_NOT_FOUND nmae nmae, em', 'COLUMN_NOT_FOUND x x'],
    ],
    [
      "INSERT INTO users (id, nme, emial) VALUES (1, 2, 'x')",
      ['COLUMN_NOT_FOUND nme nme, emi', 'COLUMN_NOT_FOUND emial emial) V'],
    ],
    [
      'INSERT INTO users (id, nme) SELECT id, totl FROM orders',
      ['COLUMN_NOT_FOUND nme nme) SEL', 'COLUMN_NOT_FOUND totl totl FRO'],
    ],
    ['INSERT INTO nope (id) SELECT idd FROM users', ['TABLE_NOT_FOUND nope nope (id']],
    ['INSERT INTO users (id, name) VALUES (1)', ['INVALID_SQL users name) VA']],
    ['INSERT INTO users (id, id) VALUES (1, 2)', ['AMBIGUOUS_NAME id id) VALU']],
    [
      "INSERT INTO users (id, name) VALUES (1, 'a') ON CONFLICT (idd) DO UPDATE SET nme = excluded.nme",
      [
        'COLUMN_NOT_FOUND idd idd) DO ',
        'COLUMN_NOT_FOUND nme nme = ex',
        'COLUMN_NOT_FOUND excluded.nme excluded',
      ],
    ],
    [
      "INSERT INTO users (id, name) VALUES (1, 'a') ON CONFLICT (email) DO NOTHING",
      ['INVALID_LOGIC email email) D'],
    ],
    ["INSERT INTO users (id, name) VALUES (1, 'a') ON CONFLICT (id) DO NOTHING", []],
    [
      "INSERT INTO users (id, name) VALUES (1, 'a') ON CONFLICT ON CONSTRAINT nope DO UPDATE SET nme = 1",
      ['NOT_FOUND nope nope DO ', 'COLUMN_NOT_FOUND nme nme = 1'],
    ],
    ["UPDATE users SET name = 'a', name = 'b' WHERE true", ["INVALID_SQL name name = '"]],
    [
      "MERGE INTO users u USING orders o ON o.user_id = u.idd WHEN MATCHED THEN UPDATE SET nme = o.totl WHEN NOT MATCHED THEN INSERT (id, nme) VALUES (o.id, 'x')",
      [
        'COLUMN_NOT_FOUND u.idd u.idd WH',
        'COLUMN_NOT_FOUND nme nme = o.',
        'COLUMN_NOT_FOUND o.totl o.totl W',
        'COLUMN_NOT_FOUND nme nme) VAL',
      ],
    ],
    [
      'SELECT * FROM users JOIN orders USING (idd, nope)',
      ['COLUMN_NOT_FOUND idd idd, nop', 'COLUMN_NOT_FOUND nope nope)'],
    ],
    [
      'SELECT * FROM users u JOIN orders u ON u.id = u.idd',
      ['AMBIGUOUS_NAME u orders u', 'COLUMN_NOT_FOUND u.idd u.idd'],
    ],
    [
      'SELECT name::nope, nmae::text, emial::nope2 FROM users',
      [
        'NOT_FOUND nope nope, nm',
        'COLUMN_NOT_FOUND nmae nmae::te',
        'COLUMN_NOT_FOUND emial emial::n',
        'NOT_FOUND nope2 nope2 FR',
      ],
    ],
    [
      'SELECT name COLLATE "nope", x FROM users',
      ['NOT_FOUND nope COLLATE ', 'COLUMN_NOT_FOUND x x FROM u'],
    ],
    [
      'SELECT nope(emial), sum(emial + 1) FROM users',
      [
        'NOT_FOUND nope nope(emi',
        'COLUMN_NOT_FOUND emial emial), ',
        'COLUMN_NOT_FOUND emial emial + ',
      ],
    ],
    [
      'SELECT * FROM nope(1) AS f (a, b), users WHERE f.a = users.idd',
      ['NOT_FOUND nope nope(1) ', 'COLUMN_NOT_FOUND users.idd users.id'],
    ],
    [
      'SELECT name, count(*) FROM users GROUP BY naem ORDER BY emial',
      ['COLUMN_NOT_FOUND naem naem ORD', 'COLUMN_NOT_FOUND emial emial'],
    ],
    [
      'SELECT DISTINCT name FROM users ORDER BY emial, iid',
      ['COLUMN_NOT_FOUND emial emial, i', 'COLUMN_NOT_FOUND iid iid'],
    ],
    [
      'WITH a AS (SELECT * FROM nope) SELECT a.x, y, users.idd FROM a, users',
      ['TABLE_NOT_FOUND nope nope) SE', 'COLUMN_NOT_FOUND users.idd users.id'],
    ],
    [
      'WITH a AS (SELECT emial + 1 AS x FROM users) SELECT x + 1, lower(x), y FROM a',
      ['COLUMN_NOT_FOUND emial emial + ', 'COLUMN_NOT_FOUND y y FROM a'],
    ],
    [
      'WITH t AS (SELECT 1), t AS (SELECT emial FROM users) SELECT * FROM t',
      ['AMBIGUOUS_NAME t t AS (SE', 'COLUMN_NOT_FOUND emial emial FR'],
    ],
    ['SELECT id, total FROM users JOIN odrers USING (id)', ['TABLE_NOT_FOUND odrers odrers U']],
    ['SELECT id FROM users JOIN orders USING (idd)', ['COLUMN_NOT_FOUND idd idd)']],
    ["SELECT xmlserialize(content '<a/>'::xmll AS text)", ['NOT_FOUND xmll xmll AS ']],
    ['VALUES (now()), (NULL::datee)', ['NOT_FOUND datee datee)']],
    ['SELECT s.x + 1 FROM (SELECT $1::intt AS x) s', ['NOT_FOUND intt intt AS ']],
    [
      "SELECT u.name FROM jsonb_populate_recordset(NULL::userss, '[]') AS u",
      ['NOT_FOUND userss userss, '],
    ],
    [
      'MERGE INTO users u USING orders o ON o.user_id = u.id WHEN NOT MATCHED THEN INSERT (nme, id) VALUES (now()::text, o.id)',
      ['COLUMN_NOT_FOUND nme nme, id)'],
    ],
    [
      'INSERT INTO orders (id, user_id, att) SELECT * FROM unnest($1::int[], $2::int[], $3::date[])',
      ['COLUMN_NOT_FOUND att att) SEL'],
    ],
    [
      'INSERT INTO users (id, name) SELECT * FROM unnestt($1::int[], $2::text[])',
      ['NOT_FOUND unnestt unnestt('],
    ],
    [
      'SELECT count(*) OVER (ORDER BY totl RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM orders',
      ['COLUMN_NOT_FOUND totl totl RAN'],
    ],
    [
      "SELECT id FROM orders WHERE att >= $1 AND at < $1 + interval '1 day'",
      ['COLUMN_NOT_FOUND att att >= $'],
    ],
    [
      'SELECT id FROM users WHERE (id, name) IN (SELECT id, max(name) FROM userss GROUP BY id)',
      ['TABLE_NOT_FOUND userss userss G'],
    ],
    [
      'WITH gone AS (DELETE FROM orders RETURNING ordrs.*) SELECT g.id, g.total FROM gone g',
      ['NOT_FOUND ordrs ordrs.*)'],
    ],
    ["SELECT at + interval '1 dayy' FROM orders", ["WRONG_TYPE '1 dayy' '1 dayy'"]],
    ['SELECT x.id, users.id FROM users u', ['NOT_FOUND x x.id, us', 'NOT_FOUND users users.id']],
    [
      'SELECT \'😀\', "ü", emial FROM users',
      ['COLUMN_NOT_FOUND ü "ü", emi', 'COLUMN_NOT_FOUND emial emial FR'],
    ],
    [
      'CREATE VIEW v AS SELECT emial, nmae FROM users WITH CHECK OPTION',
      ['COLUMN_NOT_FOUND emial emial, n', 'COLUMN_NOT_FOUND nmae nmae FRO'],
    ],
    [
      'PREPARE p (int) AS SELECT emial FROM users WHERE id = $1',
      ['COLUMN_NOT_FOUND emial emial FR'],
    ],
    ['COPY (SELECT emial FROM users) TO STDOUT', ['COLUMN_NOT_FOUND emial emial FR']],
    ['CALL nope(1)', ['NOT_FOUND nope nope(1)']],
    ['TRUNCATE users, nope', ['TABLE_NOT_FOUND nope nope']],
    ['DROP TABLE sale.x, orders', ['SCHEMA_NOT_FOUND sale sale.x, ']],
    ['DROP TABLE IF EXISTS nope', []],
    [
      'ALTER TABLE users DROP COLUMN nope, ALTER COLUMN emial SET NOT NULL',
      ['COLUMN_NOT_FOUND nope nope, AL', 'COLUMN_NOT_FOUND emial emial SE'],
    ],
    ["COMMENT ON COLUMN users.nope IS 'x'", ['COLUMN_NOT_FOUND nope nope IS ']],
    ['CREATE INDEX ON users (emial, lower(name))', ['COLUMN_NOT_FOUND emial emial, l']],
    ['LOCK TABLE nope', ['TABLE_NOT_FOUND nope nope']],
    ['COPY users (id, nope) FROM STDIN', ['COLUMN_NOT_FOUND nope nope) FR']],
    [
      'ALTER TABLE orders ADD FOREIGN KEY (user_id) REFERENCES nope, INHERIT sale.x',
      ['TABLE_NOT_FOUND nope nope, IN', 'SCHEMA_NOT_FOUND sale sale.x'],
    ],
    [
      'SELECT json_agg(nmae), lag(x) OVER (), range_merge(y, y), z FROM users',
      [
        'COLUMN_NOT_FOUND nmae nmae), l',
        'COLUMN_NOT_FOUND x x) OVER ',
        'COLUMN_NOT_FOUND y y, y), z',
        'COLUMN_NOT_FOUND y y), z FR',
        'COLUMN_NOT_FOUND z z FROM u',
      ],
    ],
    ["SELECT range_merge('a', 'b')", ['WRONG_TYPE range_merge range_me']],
    [
      'SELECT x[1], (x)[1], x.y[1], z FROM users',
      [
        'COLUMN_NOT_FOUND x x[1], (x',
        'COLUMN_NOT_FOUND x x)[1], x',
        'NOT_FOUND x x.y[1], ',
        'COLUMN_NOT_FOUND z z FROM u',
      ],
    ],
    [
      'SELECT name, count(*) FROM users HAVING x > 1 ORDER BY y',
      ['INVALID_LOGIC name name, co', 'COLUMN_NOT_FOUND x x > 1 OR', 'COLUMN_NOT_FOUND y y'],
    ],
    [
      'SELECT id, count(*) FROM users GROUP BY GROUPING SETS ((idd), (x, id), ROLLUP (y))',
      ['COLUMN_NOT_FOUND idd idd), (x', 'COLUMN_NOT_FOUND x x, id), ', 'COLUMN_NOT_FOUND y y))'],
    ],
    [
      "INSERT INTO users (id, nme) VALUES (1, 'a') ON CONFLICT (email) DO UPDATE SET name = x",
      ['COLUMN_NOT_FOUND nme nme) VAL', 'INVALID_LOGIC email email) D', 'COLUMN_NOT_FOUND x x'],
    ],
    [
      "INSERT INTO users VALUES (x, 'a', 'b', 1, 2) ON CONFLICT (id) DO UPDATE SET name = y RETURNING z",
      [
        "COLUMN_NOT_FOUND x x, 'a', ",
        'INVALID_SQL users 1, 2) ON',
        'COLUMN_NOT_FOUND y y RETURN',
        'COLUMN_NOT_FOUND z z',
      ],
    ],
    [
      'INSERT INTO users (id, name) SELECT 1 FROM orders RETURNING z',
      ['INVALID_SQL users name) SE', 'COLUMN_NOT_FOUND z z'],
    ],
  ])('%s', async (sql, problems) => {
    expect(await found(sql)).toEqual(problems);
  });

  it('keeps the names of columns that are masked, without a type', async () => {
    const { columns, reads } = await shop.statement('SELECT id, u.emial, lower(x) FROM users u');
    expect(columns).toEqual([
      { name: 'id', type: 'bigint', nullable: false },
      { name: 'emial', nullable: 'unknown' },
      { name: 'lower', nullable: 'unknown' },
    ]);
    expect(reads).toEqual([{ schema: 'public', name: 'users', columns: ['id'] }]);
  });

  it('keeps them beside a star too', async () => {
    const { columns, parameters } = await shop.statement('SELECT u.*, nope($1) FROM users u');
    expect(columns.at(-1)).toEqual({ name: 'nope', nullable: 'unknown' });
    expect(parameters).toEqual([{ number: 1 }]);
  });

  it('does not say that a column is written that replaces a missing one', async () => {
    const { writes } = await shop.statement("UPDATE users SET nme = 'a', email = 'b' WHERE true");
    expect(writes).toEqual([{ schema: 'public', name: 'users', columns: ['email'] }]);
  });

  it('suggests names', async () => {
    const suggested = async (sql: string) =>
      (await shop.statement(sql)).problems.map(({ didYouMean, table }) => [table, didYouMean]);
    expect(await suggested('SELECT emial, u.nmae FROM users u')).toEqual([
      ['users', ['email']],
      ['users', ['u.name']],
    ]);
    expect(await suggested('SELECT users.id, lwoer(name) FROM users u')).toEqual([
      [undefined, ['u']],
      [undefined, ['lower']],
    ]);
    expect(await suggested('SELECT 1 FROM usres, public.order, publik.users')).toEqual([
      [undefined, ['users']],
      [undefined, ['public.orders']],
      [undefined, ['public']],
    ]);
  });

  it('notes parameters whose type nothing tells', async () => {
    const { problems, parameters, columns } = await shop.statement(
      'SELECT $1 IS NULL OR id = $2, $3 IS NULL, emial FROM users',
    );
    expect(
      problems.map(({ severity, name, place }) => `${severity} ${name} ${place!.column}`),
    ).toEqual([...['note $1 8', 'note $3 31', 'error emial 43']]);
    expect(parameters).toEqual([{ number: 1 }, { number: 2, type: 'bigint' }, { number: 3 }]);
    expect(columns).toHaveLength(3);
  });
});
