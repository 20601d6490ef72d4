import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf, temporaryFolder, closing } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import { TEST_CACHE } from '../../lab/testing/test-cache.js';
import type { MethodWork } from './serve-work.js';
import { createWorkerPool } from './worker-pool.js';

const program = builtProgram(new URL('./main.ts', import.meta.url));
const close = closing();
const path = temporaryFolder();

let count = 0;
/** A project with these files, and how to ask a worker about it. */
function open(files: Readonly<Record<string, string>>) {
  const project = path(`project-${++count}`);
  mkdirSync(project);
  const write = (name: string, text: string) => writeFileSync(join(project, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const pool = close(
    createWorkerPool({ program: program(), size: 1, deadline: 60_000, cache: TEST_CACHE }),
  );
  return {
    project,
    write,
    pool,
    ask: (method: string, params: object = {}, more: Partial<MethodWork> = {}) =>
      pool.run({ method, params, project, context: 'cli', ...more }),
  };
}

const USERS = 'CREATE TABLE public.users (id integer NOT NULL, email text);\n';
const ORDERS = 'CREATE TABLE public.orders (id integer);\n';
const SQL = 'SELECT email FROM users';

describe('the worker', () => {
  it('answers about the default schema of a project, the selected one, or the one that is named', async () => {
    const { ask } = open({ 'schema.develop.sql': USERS, 'schema.preview.sql': ORDERS });
    expect(await ask('validate_query', { sql: SQL })).toMatchObject({ valid: true });
    const preview = { schema: 'preview' };
    expect((await faultOf(ask('validate_query', { sql: SQL }, preview))).reason).toBe(
      'TABLE_NOT_FOUND',
    );
    expect(await ask('validate_query', { sql: SQL, schema: 'develop' }, preview)).toMatchObject({
      valid: true,
    });
    expect((await faultOf(ask('select_schema', { schema: 'nothing' }))).code).toBe(-32053);
  });

  it('reads schema and config again when they have changed, in the same process', async () => {
    const { ask, write, pool } = open({ 'schema.develop.sql': USERS });
    await ask('validate_query', { sql: SQL });
    const pids = pool.pids();
    write('schema.develop.sql', ORDERS);
    expect((await faultOf(ask('validate_query', { sql: SQL }))).context).toMatchObject({
      target: 'table',
      name: 'users',
    });
    write('schema.develop.sql', 'CREATE TABL users ();');
    expect((await faultOf(ask('validate_query', { sql: SQL }))).code).toBe(-32021);
    write('schema.other.sql', USERS);
    write('sql-fun.toml', 'default = "other"');
    expect(await ask('validate_query', { sql: SQL })).toMatchObject({ valid: true });
    write('sql-fun.toml', 'default = ');
    expect((await faultOf(ask('validate_query', { sql: SQL }))).context).toMatchObject({
      target: 'config_file',
    });
    expect(pool.pids()).toEqual(pids);
  });

  it('shows MCP what is exposed, and no path', async () => {
    const { ask, write, project } = open({ 'schema.develop.sql': USERS + ORDERS });
    const mcp = { context: 'mcp' } as const;
    expect((await faultOf(ask('validate_query', { sql: SQL }, mcp))).code).toBe(-32040);
    write('sql-fun.toml', '[mcp.expose."users"]\ncolumns = "*"\n');
    expect(await ask('validate_query', { sql: SQL }, mcp)).toMatchObject({ valid: true });
    for (const broken of ['default = ', 'default = "none"']) {
      write('sql-fun.toml', broken);
      const fault = await faultOf(ask('list_objects', {}, mcp));
      expect(fault.code).toBe(-32020);
      expect(JSON.stringify([fault.context, fault.given.details])).not.toContain(project);
    }
  });

  it('survives what breaks parsers', async () => {
    const { ask, pool } = open({ 'schema.develop.sql': USERS });
    await ask('validate_query', { sql: SQL });
    const pids = pool.pids();
    for (const [sql, code] of [
      [`SELECT ${'('.repeat(10_000)}1${')'.repeat(10_000)}`, -32031],
      ['SELECT 1\0', -32030],
      [`SELECT '${'x'.repeat(2 ** 21)}'`, -32030],
      ['SELECT (', -32031],
    ] as const) {
      const fault = await faultOf(ask('validate_query', { sql }));
      expect([sql.slice(0, 20), fault.code]).toEqual([sql.slice(0, 20), code]);
    }
    expect(await ask('validate_query', { sql: SQL })).toMatchObject({ valid: true });
    expect(pool.pids()).toEqual(pids);
  });
});
