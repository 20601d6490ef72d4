import { link, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { classify, createRedactor, toRpcErrorJson } from '@errata/core';
import { DEFAULT_BUDGET } from '@errata/core/internal';
import { createValidator } from '@errata/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryProjects } from '../../lab/testing/temporary-projects.js';
import type { MethodContext } from './method.js';
import { METHODS, type MethodName } from './index.js';
import { contextFor } from '../../lab/testing/context-for.js';
import { SHOP } from '../../lab/testing/shop.js';

const projectWith = temporaryProjects();

const CONFIG = `
[mcp.expose."sales.*"]
columns = "*"
[mcp.expose.users]
columns = ["id", "name"]
[mcp.expose."order_totals"]
columns = "*"
[mcp.expose."public.gone"]
columns = "*"
`;

let project: string;
let mcp: MethodContext;

beforeAll(async () => {
  project = await projectWith({
    'schema.develop.sql': SHOP,
    'schema.broken.sql': 'CREATE TABL secret ();',
    'sql-fun.toml': `${CONFIG}[schemas]\nother = "dump.sql"\nlost = "lost.sql"\n`,
    'dump.sql': SHOP,
    'query.sql': 'select id from users',
    'notes.txt': 'select id from users',
  });
  await writeFile(`${project}-outside.sql`, 'select id from users');
  await symlink(`${project}-outside.sql`, join(project, 'link.sql'));
  await symlink(join(project, 'schema.develop.sql'), join(project, 'link-to-schema.sql'));
  mcp = await contextFor(project, { mcp: true });
});

const view = { era: '2025-11-25', redactor: createRedactor(), budget: DEFAULT_BUDGET } as const;
const validator = createValidator();

/** What goes over the wire: the result with its text, or the error. */
async function wire(name: MethodName, params: object): Promise<string> {
  try {
    const result = await METHODS[name].run(params, mcp);
    const plain = JSON.parse(JSON.stringify(result)) as object;
    expect(validator.compile(METHODS[name].outputSchema)(plain)).toEqual([]);
    return JSON.stringify({ result, text: METHODS[name].toText(result) });
  } catch (thrown) {
    const fault = sqlFunContract.adopt(classify(thrown));
    return toRpcErrorJson(fault, sqlFunContract, view);
  }
}

const ask = async (name: MethodName, params: object) =>
  JSON.parse(await wire(name, params)) as {
    code?: number;
    message?: string;
    data?: unknown;
    result: Record<string, unknown>;
    text: string;
  };

describe('a name that is not exposed', () => {
  // The first is there, the second is not; all else has to be the same.
  const TABLES = [
    ['hidden.secrets', 'hidden.sekrets'],
    ['hidden.secrets', 'nowhere.secrets'],
    ['counter', 'countre'],
    ['public.counter', 'public.countre'],
    ['"Audit"', '"Audti"'],
    ['pg_catalog.pg_class', 'pg_catalog.pg_klass'],
    ['pg_class', 'pg_klass'],
    ['information_schema.tables', 'information_schema.tabels'],
  ] as const;
  const asked: readonly [string, MethodName, (name: string) => object][] = [
    ['get_columns', 'get_columns', (table) => ({ table })],
    ['get_columns of a view', 'get_columns', (name) => ({ view: name })],
    ['describe_table', 'describe_table', (table) => ({ table })],
    ['validate_query', 'validate_query', (name) => ({ sql: `select 1 from ${name}` })],
    ['analyze_query', 'analyze_query', (name) => ({ sql: `select x.* from ${name} x` })],
    ['a subquery', 'analyze_query', (name) => ({ sql: `select (select 1 from ${name})` })],
    ['insert', 'analyze_query', (name) => ({ sql: `insert into ${name} values (1)` })],
    ['update', 'analyze_query', (name) => ({ sql: `update ${name} set id = 1` })],
    ['delete', 'validate_query', (name) => ({ sql: `delete from ${name}` })],
    ['drop', 'analyze_query', (name) => ({ sql: `drop table ${name}` })],
  ];

  for (const [what, method, params] of asked) {
    it.each(TABLES)(
      `is refused in the same words, there or not: ${what} %s, %s`,
      async (there, not) => {
        const answer = await wire(method, params(there));
        expect(JSON.parse(answer)).toMatchObject({ code: -32040, message: 'MCP not allowed' });
        const escaped = (name: string) => JSON.stringify(name).slice(1, -1);
        const bare = (name: string) => name.replaceAll('"', '');
        const renamed = (await wire(method, params(not)))
          .replaceAll(escaped(not), escaped(there))
          .replaceAll(bare(not), bare(there))
          .replaceAll('nowhere', 'hidden');
        expect(renamed).toBe(answer);
      },
    );
  }

  it.each([
    ['select password from users', 'select passwort from users'],
    ['select u.email from users u', 'select u.emial from users u'],
    ['update users set password = 1', 'update users set passwort = 1'],
    ['insert into users (email) values (1)', 'insert into users (emial) values (1)'],
    ['select id from users order by email', 'select id from users order by emial'],
    ['select full_name(1)', 'select ful_name(1)'],
    ['select null::users', 'select null::userz'],
    [
      'set search_path = public, sales; insert into users (id, password) values (1, 2)',
      'set search_path = public, sales; insert into users (id, passwort) values (1, 2)',
    ],
    [
      'set search_path = public, sales; update users set password = 1 where true',
      'set search_path = public, sales; update users set passwort = 1 where true',
    ],
    [
      'set search_path = public, sales; insert into users (id) values (1) on conflict (password) do nothing',
      'set search_path = public, sales; insert into users (id) values (1) on conflict (passwort) do nothing',
    ],
    [
      'set search_path = public, sales; create index on users (password)',
      'set search_path = public, sales; create index on users (passwort)',
    ],
    [
      'set search_path = public, sales; copy users (password) to stdout',
      'set search_path = public, sales; copy users (passwort) to stdout',
    ],
  ])('is refused in the same words, there or not: %s', async (there, not) => {
    for (const method of ['validate_query', 'analyze_query'] as const) {
      const answer = await wire(method, { sql: there });
      expect(JSON.parse(answer)).toMatchObject({ code: -32040 });
      const other = await wire(method, { sql: not });
      const renames = [
        ['passwort', 'password'],
        ['emial', 'email'],
        ['ful_name', 'full_name'],
        ['userz', 'users'],
      ] as const;
      expect(renames.reduce((text, [from, to]) => text.replaceAll(from, to), other)).toBe(answer);
    }
  });

  it('may be a type, where a column that may be seen is of it', async () => {
    expect(
      await ask('validate_query', { sql: "select 'ok'::mood, 'ok'::public.mood" }),
    ).toMatchObject({ result: { valid: true } });
    expect(
      await ask('analyze_query', { sql: "select from sales.orders where state = 'okk'" }),
    ).toMatchObject({
      result: { statements: [{ problems: [{ message: expect.stringContaining('okk') }] }] },
    });
    const { columns } = (await ask('get_columns', { table: 'sales.orders' })).result as {
      columns: { name: string }[];
    };
    expect(columns.find(({ name }) => name === 'state')).toMatchObject({ values: ['sad', 'ok'] });
  });

  it('is refused with what may have been meant of what may be seen', async () => {
    expect(
      JSON.parse(await wire('validate_query', { sql: 'select nam from users' })),
    ).toMatchObject({
      code: -32040,
      data: { details: 'MCP not allowed: column nam; did you mean name?' },
    });
    expect(
      JSON.parse(await wire('validate_query', { sql: 'select lenght(name) from users' })),
    ).toMatchObject({
      code: -32040,
      data: { details: 'MCP not allowed: function lenght; did you mean length or height?' },
    });
  });

  it('is refused where it is a namespace', async () => {
    const answer = await wire('list_objects', { namespace: 'hidden' });
    expect(JSON.parse(answer)).toMatchObject({
      code: -32040,
      data: { target: 'schema', name: 'hidden' },
    });
    const other = await wire('list_objects', { namespace: 'nowhere' });
    expect(other.replaceAll('nowhere', 'hidden')).toBe(answer);
  });

  it('is not shown out of a file, and a dump is one by any name', async () => {
    await writeFile(join(project, 'migration.sql'), 'CREATE TABLE payroll (salary_secret money);');
    await link(join(project, 'schema.develop.sql'), join(project, 'hard.sql'));
    const told = await ask('analyze_query', { file: 'migration.sql' });
    expect(told).toMatchObject({ result: { statements: [{ kind: 'create table' }] } });
    expect(JSON.stringify(told)).not.toContain('secret');
    expect(await ask('analyze_query', { file: 'hard.sql' })).toMatchObject({ code: -32040 });
  });

  it('is refused where it is a file, and not looked for', async () => {
    for (const file of [
      '../outside.sql',
      '/etc/passwd',
      '/etc/nothing.sql',
      `${project}-outside.sql`,
      'link.sql',
      'link-to-schema.sql',
      'schema.develop.sql',
      'schema.nothing.sql',
      'dump.sql',
      'notes.txt',
      'nothing.txt',
      'sql-fun.toml',
    ]) {
      expect(await ask('analyze_query', { file })).toMatchObject({
        code: -32040,
        data: { target: 'file', name: file },
      });
    }
  });
});

describe('what is exposed', () => {
  it('is listed, and nothing else', async () => {
    const { result } = await ask('list_objects', {});
    const names = (result['objects'] as { namespace: string; name: string }[]).map(
      ({ namespace, name }) => `${namespace}.${name}`,
    );
    // A type of an exposed column is exposed with it.
    expect(names).toEqual([
      ...['public.mood', 'public.order_totals', 'public.users', 'sales.orders'],
    ]);
    const indexes = await ask('list_objects', { kinds: ['index'] });
    expect(indexes.result['objects']).toMatchObject([
      { name: 'users_pkey' },
      { name: 'orders_by_user' },
      { name: 'orders_pkey' },
    ]);
  });

  it('is counted, and nothing else', async () => {
    const { result, text } = await ask('select_schema', { schema: 'develop' });
    expect(result).toEqual({
      schema: 'develop',
      file: 'schema.develop.sql',
      counts: { table: 2, view: 1, index: 3, type: 1 },
      namespaces: [
        { name: 'public', counts: { table: 1, view: 1, index: 1, type: 1 } },
        { name: 'sales', counts: { table: 1, index: 2 } },
      ],
    });
    expect(text).not.toMatch(/hidden|\//);
    expect((await ask('validate_schema', {})).result).toEqual({
      valid: true,
      counts: { table: 2, view: 1, index: 3, type: 1 },
      problems: [],
      problems_total: 0,
    });
  });

  it('is described without what is not', async () => {
    const { result, text } = await ask('describe_table', { table: 'users' });
    expect(result).toEqual({
      namespace: 'public',
      name: 'users',
      kind: 'table',
      comment: 'People',
      columns: [
        {
          name: 'id',
          type: 'integer',
          not_null: true,
          generated: 'identity_always',
          primary_key: true,
        },
        { name: 'name', type: 'character varying(40)', not_null: true },
      ],
      primary_key: ['id'],
      unique: [],
      foreign_keys: [],
      referenced_by: [
        {
          name: 'orders_user',
          columns: ['user_id'],
          namespace: 'sales',
          table: 'orders',
          references: ['id'],
        },
      ],
      indexes: [{ name: 'users_pkey', unique: true, columns: ['id'] }],
    });
    expect(text).not.toMatch(/hidden|password|email/);
  });

  it('has no text of defaults: they can name anything', async () => {
    const { result } = await ask('get_columns', { table: 'sales.orders' });
    expect(result['columns']).toContainEqual({
      name: 'total',
      type: 'numeric(10,2)',
      has_default: true,
    });
  });

  it('may be called missing where it is', async () => {
    for (const [params, code] of [
      [{ table: 'gone' }, -32051],
      [{ view: 'gone' }, -32050],
      [{ table: 'sales.order' }, -32051],
    ] as const) {
      const answer = await ask('get_columns', params);
      expect(answer.code).toBe(code);
      expect(JSON.stringify(answer)).not.toMatch(/hidden|secret|Audit|counter/);
    }
  });

  it('can be asked about in queries and query files', async () => {
    const sql = 'select u.*, o.total from users u join sales.orders o on o.user_id = u.id';
    const { result } = await ask('analyze_query', { sql });
    expect(result).toMatchObject({
      valid: true,
      statements: [{ columns: [{ name: 'id' }, { name: 'name' }, { name: 'total' }] }],
    });
    expect((await ask('analyze_query', { file: 'query.sql' })).result).toMatchObject({
      valid: true,
    });
    expect(await ask('analyze_query', { file: 'nothing.sql' })).toMatchObject({
      code: -32020,
      data: { target: 'query_file', name: 'nothing.sql', error_type: 'ENOENT' },
    });
  });
});

describe('what is wrong with a schema', () => {
  it('is reported for what is exposed, and for nothing else', async () => {
    const dump = `
      CREATE TABLE seen (id nowhere, other_id integer REFERENCES gone (id), PRIMARY KEY (id));
      CREATE TABLE secret (id nowhere, other_id integer REFERENCES gone (id));
      CREATE TABLE part (id nowhere, hidden nowhere, other_id integer REFERENCES secret (nothing));
      CREATE VIEW seen_view AS SELECT nothing FROM seen;
      CREATE VIEW seen_view_of_secret AS SELECT nothing FROM secret;
      CREATE VIEW secret_view AS SELECT nothing FROM seen;`;
    const all = ['seen', 'gone', 'seen_view', 'seen_view_of_secret'];
    const folder = await projectWith({
      'schema.develop.sql': dump,
      'sql-fun.toml': [
        ...all.map((name) => `[mcp.expose.${name}]\ncolumns = "*"`),
        '[mcp.expose.part]\ncolumns = ["id", "other_id"]',
      ].join('\n'),
    });
    const told = await METHODS.validate_schema.run({}, await contextFor(folder, { mcp: true }));
    const problems = told['problems'] as { name: string; message: string }[];
    expect(problems.map(({ name, message }) => `${name}: ${message}`)).toEqual([
      'public.part.id: The type of this column is not known here.',
      'public.seen.id: The type of this column is not known here.',
      'public.seen_view.nothing: The type of this column is not known here.',
      'public.seen_view_of_secret.nothing: The type of this column is not known here.',
    ]);
  });
});

describe('the machine', () => {
  it('is not described: files have names without folders', async () => {
    expect((await ask('list_schemas', {})).result['schemas']).toMatchObject([
      { schema: 'broken', file: 'schema.broken.sql' },
      { schema: 'develop', file: 'schema.develop.sql' },
      { schema: 'lost', file: 'lost.sql', exists: false },
      { schema: 'other', file: 'dump.sql' },
    ]);
    const answers = await Promise.all([
      wire('select_schema', { schema: 'lost' }),
      wire('validate_schema', { schema: 'broken' }),
      wire('analyze_query', { file: 'nothing.sql' }),
      wire('list_schemas', {}),
    ]);
    for (const answer of answers) expect(answer).not.toContain(project);
    expect(JSON.parse(answers[0])).toMatchObject({ code: -32020, data: { name: 'lost.sql' } });
    expect(JSON.parse(answers[1])).toMatchObject({ code: -32021, data: { line: 1 } });
    expect(answers[1]).not.toContain('TABL ');
    expect(answers[1]).not.toContain('syntax');
  });

  it('is closed where nothing is configured', async () => {
    const folder = await projectWith({ 'schema.develop.sql': SHOP });
    const nothing = await contextFor(folder, { mcp: true });
    expect(await METHODS.list_objects.run({}, nothing)).toEqual({
      objects: [],
      total: 0,
      note: expect.stringContaining('sql-fun.toml'),
    });
    expect(await METHODS.select_schema.run({ schema: 'develop' }, nothing)).toEqual({
      schema: 'develop',
      file: 'schema.develop.sql',
      counts: {},
      namespaces: [],
    });
  });
});

describe('a column that is a row with hidden columns', () => {
  const DUMP = `CREATE TABLE users (id integer, name text, password text);
    CREATE TABLE kept (id integer, u users, all_of_them users[]);
    CREATE VIEW rows AS SELECT u FROM users u;`;
  const RULES = '[mcp.expose."*"]\ncolumns = "*"\n[mcp.expose.users]\ncolumns = ["id", "name"]\n';
  let about: MethodContext;
  beforeAll(async () => {
    const folder = await projectWith({ 'schema.develop.sql': DUMP, 'sql-fun.toml': RULES });
    about = await contextFor(folder, { mcp: true });
  });
  const outcome = async (sql: string) =>
    METHODS.analyze_query.run({ sql }, about).then(
      ({ statements }) => (statements as { columns: unknown }[])[0]!.columns,
      (thrown: unknown) => (thrown as { context: unknown }).context,
    );

  it.each([
    'SELECT (u).? FROM kept',
    'SELECT (k.u).? FROM kept k',
    'SELECT (all_of_them[1]).? FROM kept',
    'SELECT (u).? FROM rows',
  ])('shows its exposed fields, and refuses any other: %s', async (sql) => {
    const type = 'text';
    expect(await outcome(sql.replace('?', 'name'))).toMatchObject([{ name: 'name', type }]);
    for (const name of ['password', 'nothing']) {
      expect(await outcome(sql.replace('?', name))).toEqual({ target: 'column', name });
    }
  });
});
