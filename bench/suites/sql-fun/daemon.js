import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { ERRATA } from './parts.js';
import { cpuOfTree } from './usage.js';

/** @typedef {Awaited<ReturnType<typeof startDaemon>>} Daemon */

/**
 * The built daemon; `readyMs` and `readyCpuMs` are what it took from its start until it listened.
 * @param {{ runtimeFolder: string, cache: string, signal: AbortSignal }} options
 */
export async function startDaemon({ runtimeFolder, cache, signal }) {
  const started = performance.now();
  // On a busy machine the first request, which reads the schema, may take longer than users would wait.
  const folders = ['--runtime-dir', runtimeFolder, '--cache-dir', cache];
  const args = [...folders, '--no-journal', '--idle', '0', '--deadline', '120'];
  const child = spawn(process.execPath, [ERRATA, 'serve', 'sql-fun', '--daemon', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const pid = /** @type {number} */ (child.pid);
  const [line] = await once(createInterface({ input: child.stderr }), 'line');
  const port = Number(/:(\d+)$/.exec(line)?.[1]);
  if (Number.isNaN(port)) throw new Error(`the daemon said ${line}`);
  const ready = { readyMs: performance.now() - started, readyCpuMs: cpuOfTree(pid) / 1e6 };
  const { token } = JSON.parse(readFileSync(`${runtimeFolder}/sql-fun-server.pid`, 'utf8'));
  return {
    ...ready,
    pid,
    /** @param {string} project */
    async connect(project) {
      const client = await dial(port);
      await client.call('hello', { token, context: 'cli', project });
      return client;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** @param {number} port */
async function dial(port) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  /** @type {Map<number, (reply: { result?: unknown, error?: unknown }) => void>} */
  const waiting = new Map();
  let lastId = 0;
  createInterface({ input: socket }).on('line', (line) => {
    const reply = JSON.parse(line);
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  return {
    /** @param {string} method @param {object} params @returns {Promise<unknown>} */
    async call(method, params) {
      const id = ++lastId;
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const reply = await new Promise((resolve) => waiting.set(id, resolve));
      if (reply.error !== undefined) throw new Error(JSON.stringify(reply.error));
      return reply.result;
    },
    close: () => void socket.destroy(),
  };
}
