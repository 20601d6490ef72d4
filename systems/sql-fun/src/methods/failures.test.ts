import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { faultOf } from '@errata/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryProjects } from '../../lab/testing/temporary-projects.js';
import type { MethodContext } from './method.js';
import { METHODS, type MethodName } from './index.js';
import { contextFor } from '../../lab/testing/context-for.js';
import { SHOP } from '../../lab/testing/shop.js';

const projectWith = temporaryProjects();

let context: MethodContext;
let project: string;

beforeAll(async () => {
  project = await projectWith({
    'schema.develop.sql': SHOP,
    'schema.broken.sql': 'CREATE TABLE a (id integer);\nCREATE TABL b ();',
    'sql-fun.toml': '[schemas]\ngone = "dumps/gone.sql"\n',
    'latin.sql': Uint8Array.of(0x73, 0xe4),
    'nul.sql': 'select 1\0',
    'large.sql': ' '.repeat(1024 * 1024 + 1),
    'larger.sql': ' '.repeat(4 * 1024 * 1024 + 1),
  });
  await mkdir(join(project, 'folder.sql'));
  execFileSync('mkfifo', [join(project, 'pipe.sql')]);
  context = await contextFor(project);
});

const ask = (name: MethodName, params: unknown) => faultOf(METHODS[name].run(params, context));
const LONG = `select ${'1'.repeat(1024 * 1024)}`;

describe('params that are wrong: -32030', () => {
  it.each<[MethodName, unknown, string, string, string]>([
    ['validate_query', {}, 'params.sql', 'Missing parameter', 'Missing parameter: params.sql'],
    ['validate_query', undefined, 'params.sql', 'Missing parameter', 'params.sql'],
    ['validate_query', null, 'params.sql', 'Missing parameter', 'params.sql'],
    ['validate_query', [], 'params', 'Invalid parameter', 'params has to be an object'],
    ['validate_query', 'select 1', 'params', 'Invalid parameter', 'params has to be an object'],
    [
      'validate_query',
      { sql: 1 },
      'params.sql',
      'Invalid parameter',
      'params.sql has to be a string',
    ],
    ['validate_query', { sql: '' }, 'params.sql', 'Invalid parameter', 'params.sql has to be'],
    ['validate_query', { sql: LONG }, 'params.sql', 'Invalid parameter', '1048576'],
    ['validate_query', { sql: 'a\0b' }, 'params.sql', 'Invalid parameter', 'NUL'],
    ['validate_query', { sql: 'x', sqll: 'y' }, 'params.sqll', 'Invalid parameter', 'params.sqll'],
    ['analyze_query', {}, 'params.sql', 'Missing parameter', 'params.sql or params.file'],
    ['analyze_query', { sql: 'a', file: 'b' }, 'params.file', 'Invalid parameter', 'exclude'],
    ['format_sql', {}, 'params.sql', 'Missing parameter', 'params.sql'],
    ['format_sql', { sql: 'a', indent: 0 }, 'params.indent', 'Invalid parameter', 'params.indent'],
    ['get_columns', {}, 'params.table', 'Missing parameter', 'params.table'],
    ['get_columns', { table: 'a', view: 'b' }, 'params.view', 'Invalid parameter', 'exclude'],
    ['get_columns', { table: 'a.b.c' }, 'params.table', 'Invalid parameter', 'has to be a name'],
    ['describe_table', { view: '"' }, 'params.view', 'Invalid parameter', 'has to be a name'],
    ['select_schema', {}, 'params.schema', 'Missing parameter', 'params.schema'],
    ['list_objects', { kinds: ['tables'] }, 'params.kinds[0]', 'Invalid parameter', 'kinds'],
    ['list_objects', { limit: 1001 }, 'params.limit', 'Invalid parameter', '1000'],
    ['list_objects', { cursor: 'e30' }, 'params.cursor', 'Invalid parameter', 'list_objects gave'],
    ['list_objects', { cursor: '!' }, 'params.cursor', 'Invalid parameter', 'list_objects gave'],
  ])('%s %#', async (method, params, name, title, details) => {
    const fault = await ask(method, params);
    expect(fault).toMatchObject({ code: -32030, title });
    expect(fault.context).toEqual({ target: 'parameter', name });
    expect(fault.details).toContain(details);
  });

  it.each([
    ['selec 1', -32031, { target: 'statement', name: 'selec', position: 1, sqlstate: '42601' }],
    [
      ...(['select id from users, sales.orders', -32033] as const),
      { target: 'column', name: 'id', position: 8, sqlstate: '42702' },
    ],
    [
      ...(["select * from users where id = 'x' || 1", -32032] as const),
      { target: 'operator', name: '=', position: 30, sqlstate: '42883' },
    ],
    [
      ...(['select name, count(*) from users', -32034] as const),
      { target: 'column', name: 'name', position: 8, sqlstate: '42803' },
    ],
  ])('a query that is wrong: %s is %i', async (sql, code, about) => {
    const fault = await ask('validate_query', { sql });
    expect(fault.code).toBe(code);
    expect(fault.context).toEqual(about);
  });

  it('leaves what the protocol adds', async () => {
    const result = await METHODS.validate_query.run({ sql: 'select 1', _meta: { a: 1 } }, context);
    expect(result).toMatchObject({ valid: true });
  });
});

describe('names that are not found', () => {
  it.each<[MethodName, object, number, object, string]>([
    [
      'get_columns',
      { table: 'user' },
      -32051,
      { target: 'table', name: 'user', schema: 'develop' },
      'there is no table user in schema develop; did you mean users?',
    ],
    [
      'describe_table',
      { table: 'orders' },
      -32051,
      { target: 'table', name: 'orders', schema: 'develop' },
      'did you mean sales.orders',
    ],
    [
      'describe_table',
      { table: 'sales.order' },
      -32051,
      { target: 'table', name: 'sales.order', schema: 'develop' },
      'did you mean sales.orders?',
    ],
    ['get_columns', { table: 'sale.orders' }, -32053, { target: 'schema', name: 'sale' }, 'sale'],
    [
      'get_columns',
      { view: 'order_total' },
      -32050,
      { target: 'view', name: 'order_total' },
      'did you mean order_totals?',
    ],
    [
      'get_columns',
      { view: 'users' },
      -32050,
      { target: 'view', name: 'users' },
      'is a table, not a view',
    ],
    [
      'list_objects',
      { namespace: 'sale' },
      -32053,
      { target: 'schema', name: 'sale' },
      'there is no schema sale in develop; did you mean sales?',
    ],
    [
      'select_schema',
      { schema: 'preview' },
      -32053,
      { target: 'schema', name: 'preview' },
      'preview',
    ],
    [
      'list_objects',
      { schema: 'preview' },
      -32053,
      { target: 'schema', name: 'preview' },
      'preview',
    ],
    [
      'validate_query',
      { sql: 'select 1 from user_s' },
      -32051,
      { target: 'table', name: 'user_s', schema: 'develop', position: 15 },
      'at line 1, column 15; did you mean users?',
    ],
    [
      'validate_query',
      { sql: 'select emial from users' },
      -32052,
      { target: 'column', name: 'emial', position: 8 },
      'did you mean email?',
    ],
    [
      'validate_query',
      { sql: 'select u.emial from users u' },
      -32052,
      { target: 'column', name: 'emial', position: 8 },
      'at line 1, column 8; did you mean u.email?',
    ],
    [
      'validate_query',
      { sql: 'select * from sale.x' },
      -32053,
      { target: 'schema', name: 'sale' },
      'sale',
    ],
    [
      'validate_query',
      { sql: 'select uper(name) from users' },
      -32050,
      { target: 'function' },
      'uper',
    ],
  ])('%s %j: %d', async (method, params, code, about, details) => {
    const fault = await ask(method, params);
    expect(fault.code).toBe(code);
    expect(fault.context).toMatchObject(about);
    expect(fault.details).toContain(details);
  });

  it('throws the first of several', async () => {
    const fault = await ask('validate_query', { sql: 'select a from users; select * from nope' });
    expect(fault.context).toMatchObject({ target: 'column', name: 'a' });
  });
});

describe('files', () => {
  it.each([
    ['gone.sql', 'ENOENT'],
    ['folder.sql', 'EISDIR'],
    ['pipe.sql', 'EINVAL'],
    ['latin.sql', 'EILSEQ'],
    ['nul.sql', 'EILSEQ'],
    ['large.sql', 'EFBIG'],
    ['larger.sql', 'EFBIG'],
    ['schema.develop.sql/x', 'ENOTDIR'],
  ])('%s with a query: %s', async (file, type) => {
    const fault = await ask('analyze_query', { file });
    expect(fault.code).toBe(-32020);
    expect(fault.context).toEqual({ target: 'query_file', name: file, error_type: type });
  });

  it('says what is wrong with that of a schema', async () => {
    const gone = await ask('validate_schema', { schema: 'gone' });
    expect(gone).toMatchObject({ code: -32020, context: { error_type: 'ENOENT' } });
    const broken = await ask('validate_schema', { schema: 'broken' });
    expect(broken).toMatchObject({ code: -32021, context: { line: 2 } });
    expect(broken.details).toContain('TABL');
  });
});
