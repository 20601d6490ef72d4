import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { PERFORM, startOpenMemory } from '@errata/engram/lab';
import { connectStdio, type Answer } from '@errata/prove';
import { afterAll, describe, expect, it } from 'vitest';
import { ERRATA } from '@errata/testing/errata';
import { findOpenMemoryPython } from './testing/openmemory-python.js';

interface Client {
  health(): Promise<{ ok: boolean }>;
  add(content: string, options?: object): Promise<{ id: string; deduplicated?: boolean }>;
  query(text: string, options?: object): Promise<{ matches: { id: string; content: string }[] }>;
  getAll(): Promise<{ items: { id: string; metadata: object }[] }>;
  update(id: string, change: object): Promise<{ updated: boolean }>;
  reinforce(id: string): Promise<{ ok: boolean }>;
  delete(id: string): Promise<{ ok: boolean }>;
}

const { OpenMemory } = createRequire(import.meta.url)('openmemory-js') as {
  OpenMemory: new (options: { baseUrl: string; apiKey: string }) => Client;
};

describe('the simulated JavaScript server', () => {
  it('serves the published client openmemory-js unchanged', async () => {
    const apiKey = 'a-key';
    const server = await startOpenMemory({ database: ':memory:', apiKey, perform: PERFORM.js });
    try {
      const client = new OpenMemory({ baseUrl: server.url, apiKey });
      expect(await client.health()).toMatchObject({ ok: true });
      const { id } = await client.add('We ship on Friday', { tags: ['a'], metadata: { b: 1 } });
      expect(await client.add('We ship on Friday')).toMatchObject({ id, deduplicated: true });
      const { matches } = await client.query('ship', { k: 3 });
      expect(matches).toMatchObject([{ id, content: 'We ship on Friday' }]);
      expect((await client.getAll()).items).toMatchObject([{ id, metadata: { b: 1 } }]);
      expect(await client.update(id, { content: 'We ship on Monday' })).toEqual({
        ...{ id, updated: true },
      });
      expect(await client.reinforce(id)).toEqual({ ok: true });
      expect(await client.delete(id)).toEqual({ ok: true });
      expect((await client.getAll()).items).toEqual([]);
      await expect(client.add('x', { user_id: 'another' })).rejects.toThrow('403');
      const stranger = new OpenMemory({ baseUrl: server.url, apiKey: 'wrong' });
      await expect(stranger.add('x')).rejects.toThrow('403');
    } finally {
      await server.close();
    }
  });
});

const folder = await mkdtemp(join(tmpdir(), 'errata-openmemory-'));
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) await end(child);
  await rm(folder, { recursive: true, force: true });
});

// The server reads a port of its configuration that its configuration does not have.
const SERVE = `
import sys, uvicorn
from openmemory.core.config import env
env.port = int(sys.argv[1])
from openmemory.server.api import create_app
uvicorn.run(create_app(), host="127.0.0.1", port=env.port, log_level="error")
`;
// The JavaScript server listens on all addresses.
const LOOPBACK = `data:text/javascript,import { Server } from 'node:net';
const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) { return listen.call(this, port, '127.0.0.1', ...rest); };`;

const python = findOpenMemoryPython();
/** A folder with the built source of packages/openmemory-js, which is not published. */
const javascript = process.env['ERRATA_OPENMEMORY_JS'];
const KEY = 'key-of-openmemory';

/** The real servers: how each is started on a port. */
const SERVERS = [
  {
    ...{ dialect: 'openmemory-py', needs: '$ERRATA_OPENMEMORY_PYTHON', found: python },
    command: (port: number) => [python!, join(folder, 'serve.py'), String(port)],
    env: { OM_EMBED_KIND: 'synthetic', OM_DB_URL: `sqlite:///${join(folder, 'py.db')}` },
  },
  {
    ...{ dialect: 'openmemory-js', needs: '$ERRATA_OPENMEMORY_JS', found: javascript },
    command: () => [process.execPath, '--import', LOOPBACK, `${javascript}/dist/server/index.js`],
    env: {
      ...{ OM_API_KEY: KEY, OM_TIER: 'hybrid', OM_TELEMETRY: 'false' },
      OM_DB_PATH: join(folder, 'js.sqlite'),
    },
  },
] as const;
type RealServer = (typeof SERVERS)[number];

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function start({ command, env }: RealServer, port: number): Promise<ChildProcess> {
  await writeFile(join(folder, 'serve.py'), SERVE);
  const [program, ...args] = command(port);
  const child = spawn(program!, args, {
    ...{ cwd: folder, stdio: 'ignore' },
    env: { PATH: process.env['PATH'], HOME: folder, OM_PORT: String(port), ...env },
  });
  running.push(child);
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (answer?.ok === true) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server has ended with ${child.exitCode}`);
}

const factsOf = ({ message }: Answer) =>
  (message as { result: { structuredContent: Record<string, unknown> } }).result.structuredContent;

describe.each(SERVERS)('the gateway in front of the real $dialect', (real) => {
  const { dialect, found: isHere, needs } = real;
  it.runIf(isHere)(
    `stores, finds, waits in an outage, and stores 60 memories once each [needs ${needs}]`,
    async () => {
      const port = await freePort();
      let server = await start(real, port);
      const { PATH } = process.env;
      const state = join(folder, dialect);
      const flags = ['--openmemory', `http://127.0.0.1:${port}`, '--user', 'alice'];
      const wire = await connectStdio({
        ...{ command: process.execPath, era: '2026-07-28' },
        args: [ERRATA, 'serve', 'engram', ...flags],
        env: { PATH, HOME: state, XDG_STATE_HOME: state, ERRATA_ENGRAM_OPENMEMORY_KEY: KEY },
      });
      try {
        const call = async (tool: string, args: object = {}) =>
          factsOf(await wire.callTool(tool, args));
        const { memory_id } = await call('memory_store', { content: 'We ship on Friday' });
        const found = await call('memory_query', { query: 'when do we ship' });
        expect(found).toMatchObject({ ok: true, results: [{ memory_id }] });
        expect(found).not.toHaveProperty('degraded');
        expect(await call('memory_get', { memory_id })).toMatchObject({
          memory: { content: 'We ship on Friday' },
        });
        expect(await call('reliability_report')).toMatchObject({
          openmemory: { reachable: true, dialect },
        });
        // Texts that share no words: the server takes similar ones for the same.
        const texts = Array.from({ length: 60 }, (_, n) => `drill${n}alpha drill${n}beta word${n}`);
        const answers: Record<string, unknown>[] = [];
        for (const [n, content] of texts.entries()) {
          if (n === 20) await end(server);
          if (n === 40) server = await start(real, port);
          answers.push(await call('memory_store', { content }));
        }
        expect(answers.every(({ ok }) => ok === true)).toBe(true);
        expect(answers[25]).toMatchObject({ action: 'redirect' });
        const waiting = async () => {
          await call('outbox_requeue');
          const { outbox } = await call('reliability_report');
          const { pending, held } = outbox as { pending: number; held: number };
          return pending + held;
        };
        while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 500));
        const { outbox } = await call('reliability_report');
        expect(outbox).toMatchObject({ pending: 0, sent: 61, dead: 0 });
        const ids = new Set<unknown>();
        for (const [n, content] of texts.entries()) {
          const { results } = await call('memory_query', { query: content, top_k: 100 });
          const same = (results as Record<string, unknown>[]).filter(
            (each) => each['content'] === content,
          );
          expect(same, `memory ${n}`).toHaveLength(1);
          ids.add(same[0]!['memory_id']);
        }
        expect(ids.size).toBe(60);
      } finally {
        await wire.close();
      }
    },
    300_000,
  );
});
