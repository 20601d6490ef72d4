import { describe, expect, it } from 'vitest';
import { readSchema } from '../schema/index.js';
import { analyze, loadParser } from './index.js';

await loadParser();
const schema = readSchema(`
CREATE TYPE addr AS (street text, zip integer);
CREATE DOMAIN home AS addr;
CREATE TABLE people (id bigint PRIMARY KEY, name text, home addr, born date, active boolean);
CREATE TABLE heirs (since date) INHERITS (people);
CREATE TABLE places OF addr;
CREATE TYPE textrange AS RANGE (subtype = text);
CREATE FUNCTION label(people) RETURNS text LANGUAGE sql RETURN 'a';
CREATE FUNCTION zone(addr) RETURNS integer LANGUAGE sql RETURN 1;
CREATE FUNCTION parts(text, OUT head text, OUT tail text) LANGUAGE sql AS 'SELECT 1, 2';
CREATE FUNCTION housed() RETURNS home LANGUAGE sql AS 'SELECT 1';
`);

function analyzed(sql: string) {
  const [statement] = analyze(sql, { schema }).statements;
  const columns = statement?.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  const problems = statement?.problems.map(({ code, place }) => `${code} ${place?.offset}`);
  return { columns, problems };
}

describe('rows within queries', () => {
  it.each([
    ['SELECT (parts(name)).* FROM people', 'head text, tail text'],
    ['SELECT (p.home).* FROM people p', 'street text, zip integer'],
    ['SELECT (r).f2 FROM (SELECT row(1, 2.0) AS r) s', 'f2 numeric'],
    ['SELECT (r).* FROM (SELECT row(1, 2.0) AS r) s', 'f1 integer, f2 numeric'],
    ['SELECT (s).x FROM (SELECT 1 AS x) s', 'x integer'],
    ["SELECT t, (t).tail FROM parts('a') t", 't record, tail text'],
    ['SELECT h FROM housed() h', 'h home'],
    [
      'SELECT zone(home), (home).zone, street(home) FROM people',
      'zone integer, zone integer, street text',
    ],
    ['SELECT heirs::people, label(heirs.*) FROM heirs', 'heirs people, label text'],
    ['SELECT zone(places) FROM places', 'zone integer'],
    ["SELECT textrange('a', 'b')::textmultirange", 'textrange textmultirange'],
    ['SELECT row_to_json(s.*) FROM generate_series(1, 4) WITH ORDINALITY s', 'row_to_json json'],
    [
      "SELECT * FROM unnest(ARRAY[1], ARRAY['x']) WITH ORDINALITY AS u (a, b)",
      'a integer, b text, ordinality bigint',
    ],
    [
      'SELECT v.* FROM places n, LATERAL (VALUES (n.*, 1)) v',
      'column1 text, column2 integer, column3 integer',
    ],
    ['UPDATE people SET (id, name) = ROW(v.*) FROM (VALUES (1, $$a$$)) v (i, j)', ''],
    [
      'SELECT x, JSON_ARRAYAGG(x) OVER () FROM generate_series(1, 3) x',
      'x integer, json_arrayagg json',
    ],
    [
      "SELECT * FROM JSON_TABLE('{}'::jsonb, '$' COLUMNS (NESTED PATH '$.a' COLUMNS (c int PATH '$'), d text PATH '$.c'))",
      'd text, c integer',
    ],
  ])('%s gives %s', (sql, columns) => {
    expect(analyzed(sql)).toEqual({ columns, problems: [] });
  });
});

describe('places of problems', () => {
  it.each([
    ['SELECT coalesce(born, id) FROM people', 'type_mismatch 22'],
    ['SELECT CASE WHEN active THEN id ELSE name END FROM people', 'type_mismatch 29'],
    ['SELECT ARRAY[1, active] FROM people', 'type_mismatch 16'],
    ['VALUES (1), (true)', 'type_mismatch 13'],
    ['SELECT 1, born FROM people UNION SELECT 1, active FROM people', 'type_mismatch 43'],
    ['SELECT born::integer FROM people', 'type_mismatch 11'],
    ['SELECT CAST(born AS integer) FROM people', 'type_mismatch 7'],
    ['SELECT id FROM people WHERE id = ANY (name)', 'type_mismatch 31'],
    ['SELECT (NULL::addr).nothing', 'not_found 8'],
    ['UPDATE people SET home.zip = born', 'type_mismatch 18'],
    ['SELECT 1 FROM people WHERE generate_series(1, 2) = 1', 'misplaced 27'],
    ["SELECT id FROM people WHERE id = 'abc'", 'type_mismatch 33'],
  ])('%s: %s', (sql, problem) => {
    expect(analyzed(sql).problems).toEqual([problem]);
  });
});

describe('long chains of operators', () => {
  it.each([
    ['+', '1', '?column? integer'],
    ['||', "'a'", '?column? text'],
  ])('%s is read however long it is', (operator, operand, columns) => {
    const chain = Array.from({ length: 5_000 }, () => operand).join(operator);
    expect(analyzed(`SELECT ${chain}`)).toEqual({ columns, problems: [] });
  });

  it('is one problem where it is nested', () => {
    const nested = `${'1+('.repeat(1_000)}1${')'.repeat(1_000)}`;
    expect(analyzed(`SELECT ${nested}`).problems).toEqual(['too_deep 0']);
  });
});
