/** Scripts that change what views and tables are made of, and the columns that all relations have in the end. */
export const CHANGING_SCRIPTS: readonly (readonly [
  what: string,
  script: string,
  relations: readonly string[],
])[] = [
  [
    'a view keeps the columns of its star when the table gets one more',
    `CREATE TABLE t (a int, b text); CREATE VIEW v AS SELECT * FROM t;
     CREATE VIEW w AS SELECT x.*, 1 AS n FROM t x, v; ALTER TABLE t ADD c date;`,
    ['t a integer, b text, c date', 'v a integer, b text', 'w a integer, b text, n integer'],
  ],
  [
    'a view keeps its names when a column of the table gets another',
    `CREATE TABLE t (a int, b text); CREATE VIEW v AS SELECT * FROM t; CREATE VIEW w AS SELECT b, t.a FROM t;
     ALTER TABLE t RENAME a TO x; ALTER TABLE t RENAME b TO a;`,
    ['t x integer, a text', 'v a integer, b text', 'w b text, a integer'],
  ],
  [
    'a view keeps its columns when one that it does not use is dropped',
    `CREATE TABLE t (a int, b text, c date); CREATE VIEW v AS SELECT c, a FROM t;
     ALTER TABLE t RENAME c TO d; ALTER TABLE t DROP b;`,
    ['t a integer, d date', 'v c date, a integer'],
  ],
  [
    'a view goes with a column that it uses',
    `CREATE TABLE t (a int, b text); CREATE VIEW v AS SELECT a FROM t; CREATE VIEW w AS SELECT * FROM t;
     CREATE VIEW x AS SELECT * FROM w; ALTER TABLE t DROP b CASCADE;`,
    ['t a integer', 'v a integer'],
  ],
  [
    'a table made of a view that goes with a column keeps all it has',
    `CREATE TABLE t (a int, b text); CREATE VIEW v AS SELECT * FROM t; CREATE TABLE m AS SELECT * FROM v;
     ALTER TABLE t DROP a CASCADE;`,
    ['m a integer, b text', 't b text'],
  ],
  [
    'stars over joins',
    `CREATE TABLE t (a int, b text); CREATE TABLE u (c date, a int);
     CREATE VIEW v AS SELECT * FROM t JOIN u USING (a); CREATE VIEW w AS SELECT * FROM t NATURAL RIGHT JOIN u;
     CREATE VIEW x AS SELECT * FROM (SELECT b FROM t) AS s JOIN u AS y (p, q) ON true CROSS JOIN (SELECT * FROM u) AS z (r);
     CREATE VIEW o AS WITH k AS (SELECT c AS n FROM u) SELECT k.*, j.* FROM k, (t JOIN u USING (a)) AS j;
     ALTER TABLE t ADD d int; ALTER TABLE u ADD d int; ALTER TABLE u RENAME c TO e;`,
    [
      'o n date, a integer, b text, c date',
      't a integer, b text, d integer',
      'u e date, a integer, d integer',
      'v a integer, b text, c date',
      'w a integer, b text, c date',
      'x b text, p date, q integer, r date, a integer',
    ],
  ],
  [
    'a table gets another name and another schema',
    `CREATE TABLE t (a int, b text); CREATE VIEW v AS SELECT t.* FROM t; CREATE VIEW w AS SELECT * FROM v;
     CREATE SCHEMA s; ALTER TABLE t RENAME TO u; ALTER TABLE u SET SCHEMA s; ALTER VIEW v RENAME TO x;`,
    ['w a integer, b text', 'x a integer, b text'],
  ],
  [
    'columns of views get other names',
    `CREATE TABLE t (a int, b text); CREATE VIEW v AS SELECT a, b, count(*), 1::int8 FROM t GROUP BY a, b;
     CREATE VIEW w AS SELECT a, count FROM v; ALTER VIEW v RENAME COLUMN a TO z; ALTER TABLE v RENAME b TO a;
     ALTER VIEW v RENAME COLUMN int8 TO one;`,
    [
      't a integer, b text',
      'v z integer, a text, count bigint, one bigint',
      'w a integer, count bigint',
    ],
  ],
  [
    'a view is replaced by one with more columns',
    `CREATE TABLE t (a int, b text); CREATE VIEW v AS SELECT a FROM t; CREATE VIEW w AS SELECT * FROM v;
     CREATE OR REPLACE VIEW v AS SELECT a, b FROM t;`,
    ['t a integer, b text', 'v a integer, b text', 'w a integer'],
  ],
  [
    'views go with their table, and others come in their place',
    `CREATE TABLE t (a int); CREATE VIEW v AS SELECT a FROM t; CREATE MATERIALIZED VIEW w AS SELECT * FROM v;
     CREATE TABLE h () INHERITS (t); CREATE VIEW x AS SELECT a FROM h; CREATE VIEW stays AS WITH t AS (SELECT 1 AS n) SELECT * FROM t;
     DROP TABLE t CASCADE; CREATE TABLE t (c int); CREATE VIEW v AS SELECT c FROM t;`,
    ['stays n integer', 't c integer', 'v c integer'],
  ],
  [
    'views go with the schema of their table',
    `CREATE SCHEMA s; CREATE TABLE s.t (a int); CREATE VIEW v AS SELECT * FROM s.t;
     CREATE TABLE made AS SELECT * FROM s.t; DROP SCHEMA s CASCADE;`,
    ['made a integer'],
  ],
  [
    'a table made by a query does not go with what it was made of',
    `CREATE DOMAIN d AS varchar(3); CREATE TABLE t (a numeric(4,1)[], b text, c d); CREATE VIEW v (x) AS SELECT *, 1 AS n FROM t;
     CREATE TABLE of_t AS SELECT * FROM t; CREATE TABLE of_v AS SELECT q.*, q.y[1] + 1 AS more FROM v AS q (y);
     CREATE TEMP TABLE gone (a int); CREATE TABLE of_gone AS SELECT a + 1.5 AS a FROM gone;
     DROP TABLE t CASCADE; CREATE TABLE t (z int);`,
    [
      'of_gone a numeric',
      'of_t a numeric(4,1)[], b text, c d',
      'of_v y numeric(4,1)[], b text, c d, n integer, more numeric',
      't z integer',
    ],
  ],
  [
    'a table made by a query does not change with what it was made of',
    `CREATE TABLE t (a int, b text); CREATE TABLE m AS SELECT * FROM t; CREATE TABLE n AS SELECT t.a, t FROM t WHERE false;
     ALTER TABLE n DROP t; ALTER TABLE t ALTER a TYPE int8, ADD c date; ALTER TABLE t RENAME b TO x;`,
    ['m a integer, b text', 'n a integer', 't a bigint, x text, c date'],
  ],
  [
    'a table made by a query is changed',
    `CREATE TABLE m (x) AS SELECT 1, 'a'::text AS b, now(); ALTER TABLE m ADD c date DEFAULT now(), ADD d int;
     ALTER TABLE m RENAME b TO y; ALTER TABLE m DROP now, ALTER x TYPE int8; ALTER TABLE m ADD IF NOT EXISTS x text;
     ALTER TABLE m DROP IF EXISTS nothing;`,
    ['m x bigint, y text, c date, d integer'],
  ],
  [
    'tables inherit from tables made by a query',
    `CREATE TABLE p (id, x) AS SELECT 1, 'a'::text; CREATE TABLE c () INHERITS (p);
     CREATE TABLE plain (k date, x text);
     CREATE TABLE d (own varchar(3), id int NOT NULL, PRIMARY KEY (id, x)) INHERITS (plain, p);
     ALTER TABLE p ADD late int;`,
    [
      'c id integer, x text, late integer',
      'd k date, x text, id integer, own character varying(3), late integer',
      'p id integer, x text, late integer',
      'plain k date, x text',
    ],
  ],
];
