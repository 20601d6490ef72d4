import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core';
import { faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { temporaryProjects } from '../../lab/testing/temporary-projects.js';
import { DEFAULT_CONFIG, hidePaths, readProjectConfig } from './config.js';
import { schemaFile, schemasOf, toExposureRules } from './config.js';

const projectWith = temporaryProjects();

describe('readProjectConfig', () => {
  it('has defaults where there is no file, and exposes nothing', async () => {
    const config = await readProjectConfig(await projectWith({}));
    expect(config).toEqual({ default: 'develop', searchPath: ['public'], schemas: {}, expose: {} });
    expect(await readProjectConfig(await projectWith({ 'sql-fun.toml': '' }))).toEqual(config);
    expect(toExposureRules(config)).toEqual({ expose: {} });
  });

  it('reads all that can be said', async () => {
    const toml = `
      default = "production"
      search_path = ["app", "public"]
      [schemas]
      production = "dumps/production.sql"
      [mcp.expose."*"]
      columns = "*"
      [mcp.expose."app.users"]
      columns = ["id", "name"]
    `;
    expect(await readProjectConfig(await projectWith({ 'sql-fun.toml': toml }))).toEqual({
      default: 'production',
      searchPath: ['app', 'public'],
      schemas: { production: 'dumps/production.sql' },
      expose: { '*': { columns: '*' }, 'app.users': { columns: ['id', 'name'] } },
    });
  });

  it.each([
    ['default = ', 'invalid value at line 1, column 11'],
    ['a = 1\n[mcp.expose.*]\ncolumns = "*"', 'a star has to be quoted: [mcp.expose."*"]'],
    ['[mcp.expose.*]', 'illegal character in key at line 1, column 13; a star has to be quoted'],
    ['[mcp.expose]\n* = 1', 'line 2, column 1; a star has to be quoted'],
    ['defualt = "x"', 'defualt is not known; did you mean default?'],
    ['zzz = 1', 'zzz is not known; known: default, search_path, server_version, schemas, mcp'],
    ['default = 1', 'default has to be the id of a schema'],
    ['default = "../x"', 'default has to be the id of a schema'],
    ['search_path = "public"', 'search_path has to be a list of names'],
    ['search_path = [1]', 'search_path has to be a list of names'],
    ['schemas = 1', 'schemas has to be a table'],
    ['schemas = 2020-01-01', 'schemas has to be a table'],
    ['[schemas]\na = 1', 'schemas.a has to be the path of a file'],
    ['[schemas]\n"../a" = "x"', 'schemas.../a has to be the id'],
    ['[mcp]\nexposed = 1', 'mcp.exposed is not known; did you mean expose?'],
    ['[mcp]\nexpose = "*"', 'mcp.expose has to be a table'],
    ['[mcp.expose."*"]', 'mcp.expose."*".columns is missing: "*" or a list of names'],
    ['[mcp.expose.a]\ncolumn = "*"', 'column is not known; did you mean columns?'],
    ['[mcp.expose.a]\ncolumns = "id"', 'columns has to be "*" or a list of names'],
    ['[mcp.expose."a*"]\ncolumns = "*"', 'a pattern is "*", "schema.*", "schema.table" or "table"'],
    ['[mcp.expose."*.a"]\ncolumns = "*"', 'a pattern is'],
    ['[mcp.expose."a.b.c"]\ncolumns = "*"', 'a pattern is'],
    ['[mcp.expose.a]\ncolumns = ["*"]', 'columns: write "*", not a list, for all columns'],
    [`[mcp.expose.a]\ncolumns = "*"\n[mcp.expose.'"a"']\ncolumns = []`, 'for the same names'],
    ['search_path = ["$user", "public"]', 'search_path: nobody is logged in'],
    ['server_version = 160003', 'server_version has to be the major version of a server'],
    [Uint8Array.of(0x61, 0xff), 'it is not UTF-8'],
  ])('%j: %s', async (toml, details) => {
    const folder = await projectWith({ 'sql-fun.toml': toml });
    const fault = await faultOf(readProjectConfig(folder));
    expect(fault).toMatchObject({ reason: 'SCHEMA_IO_FAILURE' });
    expect(fault.context).toEqual({
      target: 'config_file',
      name: join(folder, 'sql-fun.toml'),
      error_type: 'EINVAL',
    });
    expect(fault.details).toContain(details);
    expect(fault.details).toMatch(/^sql-fun\.toml: /);
  });

  it('does not read a file that is too large', async () => {
    const folder = await projectWith({ 'sql-fun.toml': '#'.repeat(1024 * 1024 + 1) });
    const fault = await faultOf(readProjectConfig(folder));
    expect(fault.details).toBe('sql-fun.toml: it is larger than 1048576 bytes');
  });

  it('says why a file cannot be read', async () => {
    const folder = await projectWith({});
    await mkdir(join(folder, 'sql-fun.toml'));
    const fault = await faultOf(readProjectConfig(folder));
    expect(fault.context).toMatchObject({ target: 'config_file', error_type: 'EISDIR' });
  });
});

describe('the schemas of a project', () => {
  const files = {
    'schema.develop.sql': '',
    'schema.v1.2.sql': '',
    'schema..x.sql': '',
    'a.sql': '',
  };

  it('are the files of the folder, what is configured, and the default', async () => {
    const folder = await projectWith(files);
    const config = { ...DEFAULT_CONFIG, schemas: { production: 'dumps/p.sql', other: 'a.sql' } };
    expect(await schemasOf(folder, config)).toEqual([
      { id: 'develop', file: join(folder, 'schema.develop.sql'), exists: true },
      { id: 'other', file: join(folder, 'a.sql'), exists: true },
      { id: 'production', file: join(folder, 'dumps/p.sql'), exists: false },
      { id: 'v1.2', file: join(folder, 'schema.v1.2.sql'), exists: true },
    ]);
    expect(await schemasOf(await projectWith({}), DEFAULT_CONFIG)).toMatchObject([
      { id: 'develop', exists: false },
    ]);
  });

  it('have files', async () => {
    const folder = await projectWith(files);
    const config = { ...DEFAULT_CONFIG, default: 'gone', schemas: { p: '/dumps/p.sql' } };
    const names = ['v1.2', 'p', 'gone'].map((id) => schemaFile(folder, config, id));
    expect(await Promise.all(names)).toEqual([
      join(folder, 'schema.v1.2.sql'),
      '/dumps/p.sql',
      join(folder, 'schema.gone.sql'),
    ]);
  });

  it.each([
    ['preview', 'there is no schema "preview"'],
    ['develpo', 'did you mean develop?'],
    ['../develop', 'there is no schema'],
    ['constructor', 'there is no schema'],
  ])('%s is not found', async (id, details) => {
    const fault = await faultOf(schemaFile(await projectWith(files), DEFAULT_CONFIG, id));
    expect(fault).toMatchObject({ reason: 'SCHEMA_NOT_FOUND', context: { name: id } });
    expect(fault.details).toContain(details);
  });

  it('cannot be listed where there is no folder', async () => {
    const folder = join(await projectWith({}), 'gone');
    const fault = await faultOf(schemasOf(folder, DEFAULT_CONFIG));
    expect(fault.context).toEqual({ target: 'directory', name: folder, error_type: 'ENOENT' });
  });
});

describe('hidePaths', () => {
  it('leaves the name of a file, and nothing of what is in it', () => {
    const about = { target: 'schema_file', name: '/home/a/schema.develop.sql' } as const;
    const hidden = [
      sqlFun.SCHEMA_IO_FAILURE({ ...about, error_type: 'EACCES' }, { details: '/home/a' }),
      sqlFun.INVALID_SCHEMA_SQL({ ...about, line: 3 }, { details: 'near "secret"' }),
    ].map(hidePaths) as { context: object; details: string }[];
    expect(hidden.map(({ context }) => JSON.parse(JSON.stringify(context)) as unknown)).toEqual([
      { target: 'schema_file', name: 'schema.develop.sql', error_type: 'EACCES' },
      { target: 'schema_file', name: 'schema.develop.sql', line: 3 },
    ]);
    for (const { details } of hidden) expect(details).not.toMatch(/home|secret/);
  });

  it('masks a config that cannot be read: the reply has its ref, which leads to what happened', async () => {
    const folder = await projectWith({});
    await mkdir(join(folder, 'sql-fun.toml'));
    const fault = await faultOf(readProjectConfig(folder));
    const hidden = hidePaths(fault) as Fault;
    expect(hidden.given.masked).toBe(true);
    expect(hidden.cause).toBe(fault);
    expect(sqlFunContract.data(hidden, { era: 'jsonrpc' })).toEqual({
      effect: 'none',
      target: 'config_file',
      name: 'sql-fun.toml',
      error_type: 'EISDIR',
      ref: hidden.ref,
    });
  });

  it('leaves other things as they are', () => {
    const others = [new Error('x'), 'x', sqlFun.TABLE_NOT_FOUND({ target: 'table', name: 'a/b' })];
    expect(others.map(hidePaths)).toEqual(others);
  });
});
