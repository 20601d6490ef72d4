import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { temporaryProjects } from '../../lab/testing/temporary-projects.js';
import { createConfigCache } from './run-method.js';

const projectWith = temporaryProjects();
const naming = (schema: string) => `default = "${schema}"`;

/** A project with a config, a cache that has not seen it yet, and what the cache says is the default schema. */
async function open(toml?: string) {
  const project = await projectWith(toml === undefined ? {} : { 'sql-fun.toml': toml });
  const configOf = createConfigCache();
  const get = () => configOf(project);
  const defaultSchema = async () => (await get()).config.default;
  return { file: join(project, 'sql-fun.toml'), project, get, defaultSchema };
}

describe('the configs that a worker keeps', () => {
  it('are read once while their file stays as it is', async () => {
    const { get } = await open(naming('preview'));
    const first = await get();
    expect(first.config.default).toBe('preview');
    expect(await get()).toBe(first);
  });

  it('are read again when it was written, replaced, or written without a trace in its time', async () => {
    const { file, project, defaultSchema } = await open(naming('aaaa'));
    utimesSync(file, 1, 1);
    expect(await defaultSchema()).toBe('aaaa');
    writeFileSync(file, naming('bbbb'));
    utimesSync(file, 1, 1);
    expect(await defaultSchema()).toBe('bbbb');
    writeFileSync(join(project, 'next.toml'), naming('cccc'));
    renameSync(join(project, 'next.toml'), file);
    expect(await defaultSchema()).toBe('cccc');
  });

  it('bring along what MCP may see by them', async () => {
    const { file, get } = await open('[mcp.expose."*"]\ncolumns = "*"\n');
    const before = await get();
    writeFileSync(file, '[mcp.expose."users"]\ncolumns = ["id"]\n');
    const after = await get();
    const visible = [before, after].map(({ exposure }) => exposure.relation('public', 'orders'));
    expect(visible).toEqual([true, false]);
  });

  it('are the defaults where there is no file, kept until there is one, and again when it is gone', async () => {
    const { file, get, defaultSchema } = await open();
    const first = await get();
    expect(first.config.default).toBe('develop');
    expect(await get()).toBe(first);
    writeFileSync(file, naming('preview'));
    expect(await defaultSchema()).toBe('preview');
    rmSync(file);
    expect(await defaultSchema()).toBe('develop');
  });

  it('are not answered from memory when the file is a folder or is invalid', async () => {
    const { file, get, defaultSchema } = await open(naming('preview'));
    await get();
    rmSync(file);
    mkdirSync(file);
    expect((await faultOf(get())).context).toMatchObject({ error_type: 'EISDIR' });
    rmSync(file, { recursive: true });
    writeFileSync(file, 'default = ');
    for (const _time of ['first', 'second']) {
      expect((await faultOf(get())).context).toMatchObject({ error_type: 'EINVAL' });
    }
    writeFileSync(file, naming('again'));
    expect(await defaultSchema()).toBe('again');
  });

  it('are those of the last sixteen projects', async () => {
    const configOf = createConfigCache();
    const projects = await Promise.all(Array.from({ length: 17 }, () => projectWith({})));
    const [first, second, ...others] = projects as [string, string, ...string[]];
    const known = [await configOf(first), await configOf(second)];
    for (const project of others) await configOf(project);
    expect(await configOf(second)).toBe(known[1]);
    expect(await configOf(first)).not.toBe(known[0]);
  });
});
