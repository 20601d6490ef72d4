import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '@errata/testing';
import { startServer } from './child.js';

let built: string;
beforeAll(async () => {
  built = await programOf(new URL('../testing/hasty-program.ts', import.meta.url));
});

describe('a process that ends at once', () => {
  it('takes the servers with it that it started', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const program = [built, String(port)];
    const hasty = spawn(process.execPath, program, { stdio: 'inherit' });
    const [[server], [code]] = (await Promise.all([
      once(listener, 'connection'),
      once(hasty, 'exit'),
    ])) as [[Socket], [number]];
    expect(code).toBe(3);
    server.on('error', () => undefined); // a killed process may reset its connections
    expect(await text(server).catch(() => '')).toBe('');
    listener.close();
  });

  it('is not burdened by servers that have ended', async () => {
    const before = process.listenerCount('exit');
    const ready = ['-e', 'console.log("ready"); process.stdin.resume()'];
    const start = () => startServer({ command: process.execPath, args: ready, ready: /^ready$/ });
    const servers = await Promise.all([start(), start()]);
    expect(process.listenerCount('exit')).toBe(before + 1);
    for (const server of servers) await server.close();
    expect(process.listenerCount('exit')).toBe(before);
  });
});
