import { mkdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { FAULT_META_KEY } from '@errata/core/internal';
import { connectStdio } from '@errata/prove';
import { closing, eventually, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import { daemonIn } from '../../lab/testing/end-daemon.js';
import { readPidFile } from '../daemon/runtime-folder.js';
import { isAlive } from '../databases/store.js';

const source = (path: string) => builtProgram(new URL(path, import.meta.url));
const proxyProgram = source('../../lab/testing/proxy-program.ts');
const daemonProgram = source('../../lab/testing/daemon-program.ts');
const workerProgram = source('../worker/main.ts');

const path = temporaryFolder();
const opened = closing();
let folders = 0;

const DUMP = `
CREATE TABLE public.users (id bigint NOT NULL, name text NOT NULL, password text);
CREATE TABLE public.secrets (id bigint NOT NULL);
`;
const CONFIG = `
[mcp.expose."public.users"]
columns = ["id", "name"]
`;

/** A project with a schema of two tables, of which one may be seen. */
function newProject(): string {
  const project = path(`project-${folders}`);
  mkdirSync(project);
  writeFileSync(`${project}/schema.develop.sql`, DUMP);
  writeFileSync(`${project}/schema.empty.sql`, '-- nothing');
  writeFileSync(`${project}/sql-fun.toml`, CONFIG);
  return project;
}

/** A host with a proxy that starts a daemon, all of them processes. */
async function open(era: '2025-11-25' | '2026-07-28', proxy: object = {}, daemon: object = {}) {
  const runtimeFolder = path(`run-${(folders += 1)}`);
  const told = { runtimeFolder, program: workerProgram(), allowContexts: ['mcp'], ...daemon };
  const command = [process.execPath, daemonProgram(), JSON.stringify(told)];
  const options = {
    runtimeFolder,
    project: newProject(),
    allowContexts: ['mcp'],
    start: { command, timeout: 60_000 },
    ...proxy,
  };
  opened(daemonIn(runtimeFolder));
  const wire = await connectStdio({
    command: process.execPath,
    args: [proxyProgram(), JSON.stringify(options)],
    // It ends by itself, however busy the machine is.
    ...{ era, grace: 300_000 },
  });
  return { wire: opened(wire), runtimeFolder };
}

describe.each(['2025-11-25', '2026-07-28'] as const)('a host in %s', (era) => {
  it('asks about a schema through proxy, daemon and worker, and is refused what is not exposed', async () => {
    const { wire } = await open(era);
    const seen = await wire.callTool('get_columns', { table: 'users' });
    expect(seen.message).toMatchObject({
      result: { structuredContent: { columns: [{ name: 'id' }, { name: 'name' }] } },
    });
    expect(JSON.stringify(seen.message)).toContain('bigint');
    expect(JSON.stringify(seen.message)).not.toContain('password');
    const refused = await wire.callTool('get_columns', { table: 'secrets' });
    const { error, result } = refused.message as {
      error?: { code: number; data: object };
      result?: { _meta: Record<string, object> };
    };
    expect(error ?? result?._meta[FAULT_META_KEY]).toMatchObject({
      code: era === '2025-11-25' ? -32040 : -31040,
      data: { target: 'table', name: 'secrets' },
    });
  });
});

describe('the proxy as a process', () => {
  it('goes on with the schema that was selected after the daemon was killed', async () => {
    const { wire, runtimeFolder } = await open('2025-11-25', { schema: 'develop' });
    const selected = await wire.callTool('select_schema', { schema: 'empty' });
    expect(selected.message).toMatchObject({ result: { structuredContent: { schema: 'empty' } } });
    const { pid } = await readPidFile(runtimeFolder);
    process.kill(pid, 'SIGKILL');
    await eventually(() => isAlive(pid)).toBe(false);
    await eventually(async () => (await wire.callTool('list_schemas', {})).message).toMatchObject({
      result: { structuredContent: { selected: 'empty' } },
    });
  });

  it('reports what a daemon that runs without MCP means', async () => {
    const { wire } = await open('2025-11-25', {}, { allowContexts: [] });
    const { message } = await wire.callTool('list_schemas', {});
    expect(message).toMatchObject({
      error: {
        code: -32040,
        data: { target: 'context', details: expect.stringContaining('The server that is running') },
      },
    });
  });

  it('ends with its input, at once, and leaves the daemon to others', async () => {
    const { wire, runtimeFolder } = await open('2025-11-25');
    await wire.callTool('list_schemas', {});
    await wire.close();
    expect(await wire.ended).toBe(0);
    expect(isAlive((await readPidFile(runtimeFolder)).pid)).toBe(true);
  });
});
