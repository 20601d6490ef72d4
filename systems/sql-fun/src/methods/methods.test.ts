import { join } from 'node:path';
import { createValidator } from '@errata/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryProjects } from '../../lab/testing/temporary-projects.js';
import type { MethodContext } from './method.js';
import { METHOD_NAMES, METHODS, type MethodName } from './index.js';
import { contextFor } from '../../lab/testing/context-for.js';
import { SHOP } from '../../lab/testing/shop.js';

const projectWith = temporaryProjects();

let project: string;
let context: MethodContext;

beforeAll(async () => {
  project = await projectWith({
    'schema.develop.sql': SHOP,
    'schema.preview.sql': 'CREATE TABLE a (id integer);',
    'queries/users.sql': 'SELECT id FROM users',
  });
  context = await contextFor(project);
});

const validator = createValidator();

/** Every result is also checked against what the method declares, and has a text. */
async function ask(name: MethodName, params: unknown = {}): Promise<Record<string, unknown>> {
  const result = JSON.parse(JSON.stringify(await METHODS[name].run(params, context))) as object;
  expect(validator.compile(METHODS[name].outputSchema)(result)).toEqual([]);
  expect(METHODS[name].toText(result as never)).toMatch(/\S/);
  return result as Record<string, unknown>;
}

const textOf = async (name: MethodName, params: object = {}) =>
  METHODS[name].toText((await ask(name, params)) as never);

describe('METHODS', () => {
  it('have the names that they are found by', () => {
    expect(Object.keys(METHODS)).toEqual(METHOD_NAMES);
    for (const name of METHOD_NAMES) expect(METHODS[name].name).toBe(name);
  });

  it('are described for a model', () => {
    for (const { title, description } of Object.values(METHODS)) {
      expect(title).toMatch(/^[A-Z]/);
      expect(description.length).toBeGreaterThan(80);
      expect(description.length).toBeLessThan(500);
    }
  });
});

describe('list_schemas and select_schema', () => {
  it('tell what there is', async () => {
    expect(await ask('list_schemas')).toEqual({
      selected: 'develop',
      default: 'develop',
      schemas: [
        {
          schema: 'develop',
          file: join(project, 'schema.develop.sql'),
          exists: true,
          selected: true,
        },
        {
          schema: 'preview',
          file: join(project, 'schema.preview.sql'),
          exists: true,
          selected: false,
        },
      ],
    });
  });

  it('tell what is in one', async () => {
    expect(await ask('select_schema', { schema: 'develop' })).toEqual({
      schema: 'develop',
      file: join(project, 'schema.develop.sql'),
      counts: { table: 4, view: 1, sequence: 2, index: 5, type: 1, function: 1 },
      namespaces: [
        { name: 'hidden', counts: { table: 1, index: 1 } },
        {
          name: 'public',
          counts: { table: 2, view: 1, sequence: 2, index: 2, type: 1, function: 1 },
        },
        { name: 'sales', counts: { table: 1, index: 2 } },
      ],
      left_out: [],
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      statements: 15,
      extensions: [],
      problems: 0,
    });
    expect(await textOf('select_schema', { schema: 'preview' })).toBe(
      `Selected preview (${join(project, 'schema.preview.sql')})\n  public: 1 table`,
    );
  });
});

describe('list_objects', () => {
  const names = async (params: object) =>
    ((await ask('list_objects', params))['objects'] as { namespace: string; name: string }[]).map(
      ({ namespace, name }) => `${namespace}.${name}`,
    );

  it.each<[object, string[]]>([
    [{ kinds: ['table'] }, ['hidden.secrets', 'public.Audit', 'public.users', 'sales.orders']],
    [
      { kinds: ['view', 'index'], like: 'order_' },
      ['public.order_totals', 'sales.orders_by_user', 'sales.orders_pkey'],
    ],
    [
      { kinds: ['type', 'function', 'sequence'] },
      ['public.counter', 'public.full_name', 'public.mood', 'public.users_id_seq'],
    ],
    [{ namespace: 'sales' }, ['sales.orders']],
    [{ like: 'order' }, ['public.order_totals', 'sales.orders']],
    [{ like: 'order%s' }, ['public.order_totals', 'sales.orders']],
    [{ like: 'nothing' }, []],
    [{ schema: 'preview' }, ['public.a']],
  ])('%j', async (params, expected) => {
    expect(await names(params)).toEqual(expected);
  });

  it('reports more of each', async () => {
    expect(await ask('list_objects', { like: 'use%s' })).toEqual({
      objects: [{ namespace: 'public', name: 'users', kind: 'table', comment: 'People' }],
      total: 1,
    });
    expect(await textOf('list_objects', { like: 'orders%s%', kinds: ['table', 'index'] })).toBe(
      'index  sales.orders_by_user  on orders',
    );
  });

  it('comes in pages', async () => {
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await ask('list_objects', { limit: 2, ...(cursor !== undefined && { cursor }) });
      expect(page['total']).toBe(9);
      seen.push(...(page['objects'] as { name: string }[]).map(({ name }) => name));
      cursor = page['next_cursor'];
    } while (cursor !== undefined);
    const all = (await ask('list_objects'))['objects'] as { name: string }[];
    expect(seen).toEqual(all.map(({ name }) => name));
  });
});

describe('get_columns and describe_table', () => {
  const users = [
    {
      name: 'id',
      type: 'integer',
      not_null: true,
      generated: 'identity_always',
      primary_key: true,
    },
    { name: 'name', type: 'character varying(40)', not_null: true },
    { name: 'email', type: 'text', comment: 'Where to write' },
    { name: 'password', type: 'text', has_default: true, default: "'secret'::text" },
  ];

  it.each(['users', 'public.users', 'USERS', '"users"', 'Public.Users'])(
    'finds %s',
    async (table) => {
      expect(await ask('get_columns', { table })).toEqual({
        namespace: 'public',
        name: 'users',
        kind: 'table',
        columns: users,
      });
    },
  );

  it('finds names that need quotes', async () => {
    for (const table of ['Audit', '"Audit"', 'public."Audit"'])
      expect(await ask('get_columns', { table })).toMatchObject({ name: 'Audit' });
  });

  it.each([{ view: 'order_totals' }, { table: 'order_totals' }])(
    'knows a view: %j',
    async (params) => {
      expect(await ask('get_columns', params)).toEqual({
        namespace: 'public',
        name: 'order_totals',
        kind: 'view',
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'name', type: 'character varying(40)' },
          { name: 'total', type: 'numeric' },
        ],
      });
    },
  );

  it('knows the relations of PostgreSQL', async () => {
    for (const table of ['pg_class', 'pg_catalog.pg_class']) {
      const { kind, columns } = await ask('get_columns', { table });
      expect(kind).toBe('system_relation');
      expect(columns).toContainEqual({ name: 'relname', type: 'name' });
    }
  });

  it('describes keys and indexes, from both ends', async () => {
    expect(await ask('describe_table', { table: 'sales.orders' })).toEqual({
      namespace: 'sales',
      name: 'orders',
      kind: 'table',
      columns: [
        { name: 'id', type: 'bigint', not_null: true, primary_key: true },
        { name: 'user_id', type: 'integer', not_null: true },
        { name: 'total', type: 'numeric(10,2)', has_default: true, default: '0' },
        {
          name: 'state',
          type: expect.stringMatching(/mood$/) as string,
          values: ['sad', 'ok'],
        },
      ],
      primary_key: ['id'],
      unique: [],
      foreign_keys: [
        {
          name: 'orders_user',
          columns: ['user_id'],
          namespace: 'public',
          table: 'users',
          references: ['id'],
        },
      ],
      referenced_by: [],
      indexes: [
        { name: 'orders_by_user', unique: false, columns: ['user_id'] },
        { name: 'orders_pkey', unique: true, columns: ['id'] },
      ],
    });
    const described = await ask('describe_table', { table: 'users' });
    expect(described).toMatchObject({
      comment: 'People',
      primary_key: ['id'],
      unique: [['email']],
    });
    expect(described['referenced_by']).toMatchObject([
      { namespace: 'sales', table: 'orders', columns: ['user_id'], references: ['id'] },
      { namespace: 'hidden', table: 'secrets', columns: ['user_id'], references: ['id'] },
    ]);
  });

  it('describes as text', async () => {
    expect(await textOf('describe_table', { table: 'users' })).toBe(
      [
        'public.users (table) -- People',
        'Columns:',
        '  id        integer                primary key, not null, identity always',
        '  name      character varying(40)  not null',
        '  email     text                                                           -- Where to write',
        "  password  text                   default 'secret'::text",
        'Primary key:',
        '  id',
        'Unique:',
        '  email',
        'Referenced by:',
        '  sales.orders (user_id) → (id)',
        '  hidden.secrets (user_id) → (id)',
        'Indexes:',
        '  users_email_key (email) unique',
        '  users_pkey (id) unique',
      ].join('\n'),
    );
  });
});

describe('validate_query and analyze_query', () => {
  it('say that a query is right', async () => {
    const sql = 'SELECT name FROM users WHERE id = $1; DELETE FROM sales.orders WHERE id = 1';
    expect(await ask('validate_query', { sql })).toEqual({
      valid: true,
      statements: [{ kind: 'select' }, { kind: 'delete' }],
      ...{ unresolved: [], warnings: [] },
    });
    expect(await textOf('validate_query', { sql })).toBe('Valid: select, delete.');
    const all = 'DELETE FROM sales.orders';
    expect(await ask('validate_query', { sql: all })).toMatchObject({
      warnings: [{ code: 'no_where', severity: 'warning', line: 1, column: 13 }],
    });
    expect(await textOf('validate_query', { sql: all })).toMatch(/^Valid: delete\.\nwarning: /);
  });

  it('tell all about a query', async () => {
    const sql =
      'SELECT u.name, o.total FROM users u JOIN sales.orders o ON o.user_id = u.id WHERE u.id = $1';
    expect(await ask('analyze_query', { sql })).toEqual({
      valid: true,
      statements: [
        {
          kind: 'select',
          columns: [
            { name: 'name', type: 'character varying(40)', nullable: false },
            { name: 'total', type: 'numeric(10,2)', nullable: true },
          ],
          reads: [
            { namespace: 'public', name: 'users', columns: ['id', 'name'] },
            { namespace: 'sales', name: 'orders', columns: ['total', 'user_id'] },
          ],
          writes: [],
          parameters: [{ number: 1, type: 'integer' }],
          problems: [],
        },
      ],
    });
    expect(await textOf('analyze_query', { sql })).toBe(
      [
        'select: no errors',
        'Columns:',
        '  name   character varying(40)  not null',
        '  total  numeric(10,2)',
        'Parameters:',
        '  $1  integer',
        'Reads:',
        '  public.users  id, name',
        '  sales.orders  total, user_id',
      ].join('\n'),
    );
  });

  it('tell problems with their places', async () => {
    const result = await ask('analyze_query', { sql: 'SELECT emial\nFROM users' });
    expect(result).toMatchObject({ valid: false, statements: [{ problems: [{}] }] });
    const [statement] = result['statements'] as { problems: object[] }[];
    expect(statement!.problems).toMatchObject([
      {
        code: 'not_found',
        severity: 'error',
        target: 'column',
        name: 'emial',
        did_you_mean: ['email'],
        line: 1,
        column: 8,
        excerpt: ' 1 | SELECT emial\n   |        ^',
      },
    ]);
    const text = METHODS.analyze_query.toText(result as never);
    expect(text).toMatch(/^select: 1 error\nerror: /);
    expect(text).toContain(
      '(line 1, column 8); did you mean email?\n 1 | SELECT emial\n   |        ^',
    );
  });

  it('read a file', async () => {
    for (const file of ['queries/users.sql', join(project, 'queries/users.sql')])
      expect(await ask('analyze_query', { file })).toMatchObject({
        valid: true,
        statements: [{ columns: [{ name: 'id', type: 'integer' }] }],
      });
  });

  it('take an empty script', async () => {
    expect(await ask('validate_query', { sql: '-- nothing' })).toMatchObject({ statements: [] });
  });
});

describe('validate_schema', () => {
  it('finds nothing wrong with a schema that is right', async () => {
    expect(await ask('validate_schema')).toEqual({
      valid: true,
      counts: { table: 4, view: 1, sequence: 2, index: 5, type: 1, function: 1 },
      problems: [],
      problems_total: 0,
    });
  });

  it('finds what leads nowhere', async () => {
    const folder = await projectWith({
      'schema.develop.sql': [
        'CREATE TABLE a (id integer PRIMARY KEY, kind nowhere);',
        'CREATE TABLE b (a_id integer REFERENCES a (ident), c_id integer REFERENCES c (id));',
        'CREATE VIEW v AS',
        '  SELECT idd FROM a;',
      ].join('\n'),
    });
    const result = await METHODS.validate_schema.run({}, await contextFor(folder));
    expect(result['valid']).toBe(false);
    const problems = result['problems'] as { line: number; message: string; name?: string }[];
    expect(problems.map(({ line, name, message }) => [line, name, message])).toEqual([
      [1, 'public.a.kind', 'The type nowhere is unknown here: the column has no type.'],
      [
        ...[2, 'public.b.a_id'],
        'A foreign key was left out: column "ident" referenced in foreign key constraint does not exist.',
      ],
      [2, 'public.b.c_id', 'A foreign key was left out: relation "c" does not exist.'],
      [3, 'public.v.idd', 'The expression was left out: column "idd" does not exist.'],
    ]);
    expect(METHODS.validate_schema.toText(result)).toMatch(
      /^Not valid: 2 tables, 1 view, 1 index\.\nline 1 /,
    );
  });

  it('notes what comes from an extension that is not here, and knows those that are', async () => {
    const dump =
      'CREATE EXTENSION citext;\nCREATE EXTENSION postgis;\nCREATE TABLE a (name citext, place geography(Point,4326));';
    const folder = await projectWith({ 'schema.develop.sql': dump });
    const there = await contextFor(folder);
    expect(await METHODS.validate_schema.run({}, there)).toMatchObject({
      valid: true,
      problems: [
        { severity: 'note', line: 2 },
        { severity: 'note', name: 'public.a.place', line: 3 },
      ],
    });
    expect(await METHODS.get_columns.run({ table: 'a' }, there)).toMatchObject({
      columns: [
        { name: 'name', type: 'citext' },
        { name: 'place', unresolved: true },
      ],
    });
  });
});
