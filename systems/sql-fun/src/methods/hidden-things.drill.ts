import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { classify, createRedactor, toRpcErrorJson } from '@errata/core';
import { DEFAULT_BUDGET } from '@errata/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryProjects } from '../../lab/testing/temporary-projects.js';
import type { MethodContext } from './method.js';
import { METHODS, type MethodName } from './index.js';
import { contextFor } from '../../lab/testing/context-for.js';
import { dumpWith, POLICIES } from '../../lab/testing/two-dumps.js';

const projectWith = temporaryProjects();
const view = { era: '2025-11-25', redactor: createRedactor(), budget: DEFAULT_BUDGET } as const;

async function wire(name: MethodName, params: object, context: MethodContext): Promise<string> {
  try {
    const result = await METHODS[name].run(params, context);
    return JSON.stringify({ result, text: METHODS[name].toText(result) });
  } catch (thrown) {
    return toRpcErrorJson(sqlFunContract.adopt(classify(thrown)), sqlFunContract, view);
  }
}

const TABLES = [
  ...['users', 'public.users', 'logs', 'logs_a', 'public.heir', 'public.parts', 'public.wide'],
  ...['public.totals', 'public.summary', 'shop.names', 'shop.closest', 'shop.orders'],
  ...['shop.orders_id_seq', 'shop.items', 'shop.item', 'secret.people', 'public.secrets'],
  ...['public.secret', 'secret.nobody', 'user', 'public.user', 'public.users_secret_number_seq'],
  ...['sql_fun_stub.identity_1', 'sql_fun_stub.geometry', 'sql_fun_stub.row_1', 'pg_class'],
  ...['pg_toast.pg_toast_16400', 'secret_name', 'public.logs_secret', 'public.secret_seq'],
];

const QUERIES = [
  'SELECT * FROM public.users',
  'SELECT u.* FROM public.users u JOIN shop.orders o ON o.user_id = u.id',
  'SELECT u FROM public.users u',
  'SELECT o FROM shop.orders o',
  'SELECT secret FROM public.users',
  'SELECT secre FROM public.users, shop.orders',
  'SELECT nam FROM public.users u, shop.orders',
  'SELECT idd FROM public.summary, shop.orders',
  'SELECT secret FROM public.summary s',
  'SELECT ctid, tableoid, xmin FROM public.users',
  'SELECT ctid, tableoid, xmin FROM shop.orders',
  'SELECT * FROM public.users NATURAL JOIN public.heir',
  'SELECT * FROM public.wide NATURAL JOIN public.users',
  'SELECT * FROM public.users JOIN shop.orders o USING (secret)',
  'SELECT * FROM public.users u JOIN shop.orders o ON true JOIN public.wide USING (secret)',
  'SELECT * FROM public.users u (a, b, c, d, e, f, g)',
  'SELECT * FROM public.users u (a, b, c, d, e, f, g, h, i, j, k, l)',
  'SELECT * FROM public.wide w (a, b, c)',
  'SELECT 1 FROM public.users ORDER BY 2',
  'SELECT * FROM public.wide ORDER BY 2',
  'SELECT * FROM public.wide ORDER BY 3',
  'SELECT a, b FROM public.wide GROUP BY a',
  'SELECT id, name FROM public.users GROUP BY id',
  'SELECT id, age FROM public.users GROUP BY name',
  'TABLE public.wide UNION SELECT 1, 2',
  'TABLE public.wide UNION SELECT 1, 2, 3',
  'INSERT INTO public.users VALUES (1)',
  'INSERT INTO public.wide VALUES (1, 2)',
  'INSERT INTO public.users (id, name) VALUES (1, 2) RETURNING *',
  'INSERT INTO public.users DEFAULT VALUES',
  'INSERT INTO public.users (id, nam) VALUES (1, 2)',
  'INSERT INTO public.users (id, twice) VALUES (1, 2)',
  'INSERT INTO public.users (id, place, code) VALUES (1, 2, DEFAULT)',
  'INSERT INTO public.users (id) VALUES (1) ON CONFLICT (id) DO NOTHING',
  'INSERT INTO public.users (id) VALUES (1) ON CONFLICT (name) DO NOTHING',
  'INSERT INTO public.users (id) VALUES (1) ON CONFLICT (secret) DO NOTHING',
  'INSERT INTO public.users (id) VALUES (1) ON CONFLICT ON CONSTRAINT secret_pair DO NOTHING',
  'INSERT INTO public.users (id) VALUES (1) ON CONFLICT ON CONSTRAINT secret_pears DO NOTHING',
  'INSERT INTO public.totals (id, total) VALUES (1, 2)',
  'INSERT INTO public.summary (id) VALUES (1)',
  'INSERT INTO shop.names (id, nam) VALUES (1)',
  'INSERT INTO public.parts (id) VALUES (1)',
  'UPDATE public.users SET code = 1, secret = 2',
  'UPDATE public.users SET codes = 1',
  'DELETE FROM public.users',
  'DELETE FROM public.users USING secret.people',
  'MERGE INTO public.users u USING shop.orders o ON true WHEN MATCHED THEN UPDATE SET name = o.nam',
  'SELECT place, place = 1, code + place FROM public.users',
  'SELECT (place).secret FROM public.users',
  "SELECT NULL::secret.place, 'x'::secret.place",
  'SELECT spot, spot = 1 FROM shop.items',
  'SELECT st_distance(spot, spot), st_area(1) FROM shop.items',
  'SELECT similarity(name, name), name % name, name <-> name, name <%> name FROM public.users',
  'SELECT extra.similarity(name, name) FROM public.users',
  'SELECT NULL::geography, NULL::geometry, NULL::nothing',
  'SELECT NULL::sql_fun_stub.geometry',
  'SELECT NULL::sql_fun_stub.nothing',
  'SELECT NULL::sql_fun_stub.row_1',
  'SELECT * FROM sql_fun_stub.identity_1',
  'SELECT * FROM sql_fun_stub.identity_9',
  "SELECT 'sql_fun_stub.geometry'::regtype",
  "SELECT 'sql_fun_stub.hidden_2'::regtype",
  "SELECT 'secret.people'::regclass, 'secret'::regnamespace, 'secret.f'::regproc",
  "SELECT 'secret.people'::regclass::oid",
  "SELECT '{secret.people}'::regclass[]",
  "SELECT 'secret_role'::regrole, 'seen_role'::regrole",
  "SELECT 'public.secret_mood'::regtype, 'extra.gtrgm'::regtype",
  "SELECT 'extra.gin_trgm_ops', '%'::regoper",
  "SELECT nextval('secret.numbers'), nextval('public.secret_seq')",
  "SELECT pg_get_viewdef('shop.names'::regclass), pg_get_viewdef('secret.v'::regclass)",
  "SELECT has_table_privilege('secret.people', 'select'), to_regclass('secret.people')",
  "SELECT pg_relation_size('secret_name'), pg_relation_size('public.users_name')",
  "SELECT 'pg_toast.pg_toast_16400'::regclass",
  `SELECT '{"pg\\_toast.pg\\_toast_16401"}'::regclass[]`,
  "SELECT pg_relation_size(E'PG\\x5ftoast.pg_toast_16402')",
  'SELECT secret_f(1), price(1), shop.price(1), shop.pric(1), shop.price(true)',
  'SELECT shop.act(), shop.act(1, 2)',
  "SELECT 'secret'::public.mood, 'bad'::public.mood",
  'SELECT * FROM pg_catalog.pg_class',
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM shop.order',
  'SELECT * FROM shop.secret, shop.secrets',
  'SELECT * FROM secret_log, public.secret_log',
  'SELECT o.id, u.id FROM shop.orders o, public.users u',
  'SELECT 1 FROM public.users WHERE id NOT IN (SELECT user_id FROM shop.orders)',
  'SELECT total, id FROM public.totals UNION SELECT near, 1 FROM shop.closest',
  'SELECT $1, name FROM public.users WHERE place = $1 AND id = $2 AND mood = $3',
  'SELECT * FROM shop.closest c, shop.names n WHERE c.nam = n.name',
  'EXPLAIN SELECT * FROM public.users WHERE secret = 1',
  'EXPLAIN SELECT * FROM public.users WHERE nam = 1',
  'COPY public.users FROM STDIN',
  'COPY public.users (secret) TO STDOUT',
  'COPY (SELECT * FROM public.users) TO STDOUT',
  'CREATE VIEW shop.v AS SELECT * FROM public.users',
  'DO $$ BEGIN PERFORM 1 FROM secret.people; END $$',
  'CALL secret.f(1)',
  'CALL shop.act(1)',
  'SET search_path = secret',
  'TRUNCATE public.users, public.logs',
  'DROP TABLE public.users, public.logs_secret',
  'DROP INDEX public.secret_name',
  'DROP INDEX public.secret_none',
  'ALTER TABLE public.users DROP CONSTRAINT secret_check',
  'COMMENT ON CONSTRAINT secret_check ON public.users IS NULL',
  'LOCK public.logs',
  'SELECT gen_random_uuid(), uuidv7()',
];

/** The statements of one text. What is defined is there for those behind it. */
const TEXTS = [
  'SET search_path = secret; SELECT * FROM people',
  'SET search_path = extra; SELECT similarity(1, 2)',
  'SET search_path = information_schema; SELECT * FROM tables',
  'SET search_path = sql_fun_stub; SELECT NULL::geometry',
  'CREATE TABLE public.secrets (a int); SELECT a, b FROM public.secrets',
  'CREATE TABLE secret_log (a int); SELECT a, word FROM secret_log',
  'CREATE TYPE public.secret_mood AS ENUM (); SELECT NULL::secret_mood',
  'CREATE TYPE public.users AS ENUM (); SELECT 1',
  'CREATE FUNCTION public.secret_f(int) RETURNS int RETURN 1; SELECT secret_f(1)',
  'CREATE INDEX secret_name ON public.users (name); SELECT 1',
  'CREATE SEQUENCE public.secret_seq; SELECT 1',
  'CREATE ROLE secret_role; SELECT 1',
  'CREATE EXTENSION pg_trgm; SELECT 1',
  'CREATE EXTENSION pg_trgm SCHEMA shop; SELECT shop.similarity(1, 2)',
  'CREATE OR REPLACE VIEW public.summary AS SELECT 1 AS id, 2 AS word; SELECT 1',
  'CREATE OR REPLACE VIEW public.totals AS SELECT 1 AS id, 2 AS word; SELECT 1',
  'CREATE TABLE shop.t (LIKE public.wide INCLUDING ALL); SELECT * FROM shop.t',
  'CREATE TABLE shop.t () INHERITS (public.wide); SELECT * FROM shop.t; INSERT INTO shop.t VALUES (1, 2, 3)',
  'CREATE TABLE shop.t AS TABLE public.wide; SELECT * FROM shop.t',
  "CREATE TABLE shop.t PARTITION OF public.logs FOR VALUES IN ('secret'); SELECT 1",
  'CREATE TABLE shop.t PARTITION OF public.logs DEFAULT; SELECT 1',
  'CREATE TABLE shop.t PARTITION OF public.parts DEFAULT; SELECT 1',
  'ALTER TABLE public.users ADD secret int; SELECT * FROM public.users',
  `ALTER TABLE public.wide ${Array.from({ length: 1597 }, (_, n) => `ADD c${n} int`).join()}; SELECT 1`,
  'ALTER TABLE public.wide ALTER a TYPE text; SELECT a FROM public.wide',
  'ALTER TABLE public.users ALTER name TYPE varchar(3); SELECT name FROM public.users',
  'ALTER TABLE public.users ALTER id TYPE bigint; SELECT id FROM public.users',
  'ALTER TABLE public.users ADD CONSTRAINT secret_check CHECK (age > 1); SELECT 1',
  'ALTER TABLE public.users DROP CONSTRAINT secret_pair; SELECT 1',
  'ALTER TABLE public.users DROP CONSTRAINT users_pkey; SELECT id, name FROM public.users GROUP BY id',
  'ALTER TABLE public.wide ADD PRIMARY KEY (a); SELECT a, b FROM public.wide GROUP BY a',
  'ALTER TABLE public.heir NO INHERIT public.secret_parent; SELECT 1',
  'ALTER TABLE public.users RENAME name TO secret; SELECT secret FROM public.users',
  'ALTER TABLE public.users RENAME TO secrets; SELECT id FROM public.secrets',
  'ALTER VIEW public.summary RENAME id TO secret; SELECT 1',
  'ALTER TABLE public.parts ATTACH PARTITION shop.items DEFAULT; SELECT 1',
  'DROP TYPE public.mood; SELECT 1',
  'DROP TABLE public.users; SELECT 1',
  'DROP TABLE public.users CASCADE; SELECT * FROM public.users',
  'DROP SCHEMA shop; SELECT 1',
  'DROP ROLE secret_role; SELECT 1',
  'DROP ROLE seen_role; SELECT 1',
  'DROP EXTENSION pg_trgm; SELECT 1',
  'DROP POLICY secret_policy ON public.users; SELECT 1',
  'DROP TRIGGER secret_when ON public.users; SELECT 1',
  'DROP RULE secret_rule ON public.users; SELECT 1',
  'DROP STATISTICS public.secret_stats; SELECT 1',
  'DROP PUBLICATION secret_publication; SELECT 1',
  'CREATE PUBLICATION secret_publication; SELECT 1',
  "COMMENT ON INDEX public.secret_name IS 'x'; SELECT 1",
  "COMMENT ON TYPE sql_fun_stub.geometry IS 'x'; SELECT 1",
  `COMMENT ON TRIGGER "RI_ConstraintTrigger_c_16458" ON shop.orders IS 'x'; SELECT 1`,
  "CREATE TABLE shop.t (a text); SELECT 'pg_toast.pg_toast_16500'::regclass",
];

const CALLS: readonly (readonly [MethodName, object])[] = [
  ['list_schemas', {}],
  ['select_schema', { schema: 'develop' }],
  ['validate_schema', {}],
  ['list_objects', {}],
  ['list_objects', { kinds: ['index', 'sequence', 'type', 'function'] }],
  ['list_objects', { limit: 2 }],
  ['list_objects', { limit: 1, cursor: 'WyJwdWJsaWMiLCJwIiwidGFibGUiXQ' }],
  ['list_objects', { like: '%secret%' }],
  ...['public', 'shop', 'secret', 'extra', 'sql_fun_stub', 'nowhere', 'pg_toast'].map(
    (namespace) => ['list_objects', { namespace }] as const,
  ),
  ...TABLES.flatMap((table) => [
    ['get_columns', { view: table }] as const,
    ['describe_table', { table }] as const,
  ]),
  ...QUERIES.map((sql) => ['validate_query', { sql }] as const),
  ...[...QUERIES, ...TEXTS].map((sql) => ['analyze_query', { sql }] as const),
  ['format_sql', { sql: 'select secret from users' }],
];

describe.each(Object.entries(POLICIES))('with the policy %s', (_policy, config) => {
  let contexts: readonly MethodContext[];
  beforeAll(async () => {
    contexts = await Promise.all(
      [true, false].map(async (hidden) => {
        const files = { 'schema.develop.sql': dumpWith(hidden), 'sql-fun.toml': config };
        return contextFor(await projectWith(files), { mcp: true });
      }),
    );
  });

  it('no answer depends on hidden things', async () => {
    const [one = [], other = []] = await Promise.all(
      contexts.map(async (context) => {
        const answers: string[] = [];
        for (const [name, params] of CALLS)
          answers.push(
            `${name} ${JSON.stringify(params).slice(0, 200)}: ${await wire(name, params, context)}`,
          );
        return answers;
      }),
    );
    const differing = one.flatMap((answer, n) => (answer === other[n] ? [] : [answer, other[n]]));
    expect(differing).toEqual([]);
  });
});
