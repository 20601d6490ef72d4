import { mkdirSync, symlinkSync } from 'node:fs';
import { closing, eventually, faultOf, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { deadPid } from '../../lab/testing/dead-pid.js';
import { error, result, startFakeDaemon, TOKEN, writePid } from '../../lab/testing/fake-daemon.js';
import type { Play } from '../../lab/testing/fake-daemon.js';
import { openClient } from '../../lab/testing/open-client.js';
import { pidFilePath } from '../daemon/runtime-folder.js';

const path = temporaryFolder();
const opened = closing();
let folders = 0;
const newFolder = () => path(`runtime-${(folders += 1)}`);

const client = (...args: Parameters<typeof openClient>) => opened(openClient(...args));
const fake = async (folder: string, plays?: Readonly<Record<string, Play>>) =>
  opened(await startFakeDaemon(folder, plays));

describe('a client of a daemon that is there', () => {
  it('says hello first, with the token of the PID file', async () => {
    const folder = newFolder();
    const { heard } = await fake(folder);
    const asked = client(folder, { schema: 'preview' });
    expect(await asked.request('get_columns', { table: 'users' })).toEqual({ table: 'users' });
    expect(heard.map(({ method, params }) => [method, params])).toEqual([
      [
        'hello',
        { token: TOKEN, context: 'mcp', project: '/project', schema: 'preview', portable: true },
      ],
      ['get_columns', { table: 'users' }],
    ]);
  });

  it('does not connect before there is something to ask', async () => {
    const folder = newFolder();
    const { heard } = await fake(folder);
    await client(folder).close();
    expect(heard).toEqual([]);
  });

  it('matches answers that come in another order, in pieces, several in one', async () => {
    const folder = newFolder();
    const waiting: string[] = [];
    await fake(folder, {
      '*': (message, _say, socket) => {
        waiting.unshift(`${JSON.stringify(result(message, message.params))}\r\n\n`);
        if (waiting.length < 3) return;
        const [first = '', ...rest] = waiting;
        socket.write(first.slice(0, 20));
        setImmediate(() => socket.write(first.slice(20) + rest.join('')));
      },
    });
    const asked = client(folder);
    const sent = ['ä', ' ', 'c'].map((name) => ({ name }));
    expect(await Promise.all(sent.map((params) => asked.request('ping', params)))).toEqual(sent);
  });

  it('asks on one connection, whichever request is first', async () => {
    const folder = newFolder();
    const { heard } = await fake(folder);
    const asked = client(folder);
    await Promise.all([1, 2, 3].map((n) => asked.request('ping', { n })));
    expect(heard.filter(({ method }) => method === 'hello')).toHaveLength(1);
  });

  it('selects the schema again after the connection was lost', async () => {
    const folder = newFolder();
    const { heard, sockets } = await fake(folder);
    const asked = client(folder);
    await asked.request('ping');
    asked.select('preview');
    for (const socket of sockets) socket.destroy();
    await eventually(() => sockets.size).toBe(0);
    await eventually(() => asked.request('ping').then(() => heard.length)).toBeGreaterThan(2);
    expect(heard.filter(({ method }) => method === 'hello').map(({ params }) => params)).toEqual([
      expect.not.objectContaining({ schema: 'preview' }),
      expect.objectContaining({ schema: 'preview' }),
    ]);
  });

  it('hangs up when there is nothing to ask for a while, and comes back', async () => {
    const folder = newFolder();
    const { heard, sockets } = await fake(folder);
    const asked = client(folder, { idle: 1 });
    await asked.request('ping');
    await eventually(() => sockets.size).toBe(0);
    await asked.request('ping');
    expect(heard.filter(({ method }) => method === 'hello')).toHaveLength(2);
  });

  it('hangs up also where the caller gave up before it was connected', async () => {
    const folder = newFolder();
    const greetings: (() => void)[] = [];
    const { sockets } = await fake(folder, {
      hello: (message, say) => void greetings.push(() => say(result(message, { server: 'fake' }))),
    });
    const asked = client(folder, { idle: 1 });
    const controller = new AbortController();
    const pending = asked.request('ping', {}, { signal: controller.signal });
    await eventually(() => greetings.length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    expect(sockets.size).toBe(1);
    greetings[0]!();
    await eventually(() => sockets.size).toBe(0);
  });

  it('hangs up on requests without a caller, so that the daemon can stop', async () => {
    const folder = newFolder();
    const { heard, sockets } = await fake(folder, { slow: () => undefined });
    const asked = client(folder);
    const controller = new AbortController();
    const pending = asked.request('slow', {}, { signal: controller.signal });
    await eventually(() => heard.length).toBe(2);
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    await eventually(() => sockets.size).toBe(0);
    expect(await asked.request('ping', { n: 1 })).toEqual({ n: 1 });
    const again = asked.request('slow', {}, { signal: controller.signal });
    await expect(again).rejects.toThrow('enough');
    expect(heard).toHaveLength(4);
  });

  it('does not hang up on others who wait, and drops the answer that comes all the same', async () => {
    const folder = newFolder();
    const late: (() => void)[] = [];
    const { heard } = await fake(folder, {
      slow: (message, say) => void late.push(() => say(result(message, message.params))),
    });
    const asked = client(folder);
    const controller = new AbortController();
    const dropped = asked.request('slow', { n: 1 }, { signal: controller.signal });
    const kept = asked.request('slow', { n: 2 });
    await eventually(() => late.length).toBe(2);
    controller.abort(new Error('enough'));
    await expect(dropped).rejects.toThrow('enough');
    for (const answer of late) answer();
    expect(await kept).toEqual({ n: 2 });
    expect(heard.filter(({ method }) => method === 'hello')).toHaveLength(1);
  });
});

describe('what the daemon fails with', () => {
  it.each([
    [-32051, 'Table not found', { target: 'table', name: 'user', details: 'Did you mean users?' }],
    [-32030, 'Invalid parameter', { target: 'parameter', name: 'params.sql' }],
    [-32010, 'Internal server panic', { target: 'worker', name: 'deadline' }],
    [-32601, 'Method not found', undefined],
  ])('%i comes out as it went in', async (code, message, data) => {
    const folder = newFolder();
    await fake(folder, { '*': (heard, say) => say(error(heard, code, message, data)) });
    const fault = await faultOf(client(folder).request('get_columns'));
    expect([fault.code, fault.title, fault.domain]).toEqual([code, message, 'sql-fun']);
    const { details, ...context } = (data ?? {}) as { readonly details?: string };
    expect(fault.context).toEqual(context);
    expect(fault.given.details).toBe(details);
    expect(fault.effect).toBe('none');
  });

  it('has the ref that the daemon gave it', async () => {
    const folder = newFolder();
    const ref = 'corr-0a1b2c3d4e5f6789';
    const data = { target: 'exception', name: 'TypeError', ref };
    const plays: Record<string, Play> = {
      '*': (heard, say) => say(error(heard, -32010, 'Internal server panic', data)),
    };
    await fake(folder, plays);
    const fault = await faultOf(client(folder).request('get_columns'));
    expect([fault.ref, fault.given.masked]).toEqual([ref, true]);
  });

  it('is a panic where this contract has no such number', async () => {
    const folder = newFolder();
    await fake(folder, { '*': (heard, say) => say(error(heard, -32042, 'New')) });
    const fault = await faultOf(client(folder).request('get_columns'));
    expect(fault).toMatchObject({
      reason: 'INTERNAL_PANIC',
      context: { target: 'reply', name: '-32042' },
    });
  });

  it('is passed on if it refuses the project at hello, and the next request may work', async () => {
    const folder = newFolder();
    const data = { target: 'directory', name: '/project' };
    let times = 0;
    await fake(folder, {
      hello: (heard, say) =>
        say(
          (times += 1) === 1
            ? error(heard, -32020, 'Schema file I/O failure', data)
            : result(heard, { server: 'fake' }),
        ),
    });
    const asked = client(folder);
    expect(await faultOf(asked.request('ping'))).toMatchObject({ code: -32020, context: data });
    expect(await asked.request('ping', { n: 1 })).toEqual({ n: 1 });
  });
});

interface Way {
  readonly way: string;
  /** Prepares a folder; gives what the server is to be called. */
  readonly make: (folder: string) => Promise<unknown>;
  readonly target: 'pid_file' | 'server';
  readonly details: RegExp;
  readonly limits?: { readonly timeout?: number; readonly greeting?: number };
}

const WAYS: readonly Way[] = [
  {
    way: 'there is no PID file',
    make: () => Promise.resolve(),
    target: 'pid_file',
    details: /^No server is running: there is no \//,
  },
  {
    way: 'the PID file is not JSON',
    make: async (folder) => writePid(folder, '{"pid":'),
    target: 'pid_file',
    details: /does not hold what a PID file holds/,
  },
  {
    way: 'the PID file is open to others',
    make: async (folder) => writePid(folder, { pid: 1, port: 1, token: TOKEN }, 0o644),
    target: 'pid_file',
    details: /is open to others/,
  },
  {
    way: 'the PID file is a link',
    make: async (folder) => {
      mkdirSync(folder);
      symlinkSync('/etc/hostname', pidFilePath(folder));
    },
    target: 'pid_file',
    details: /cannot be read: ELOOP/,
  },
  {
    way: 'the process is gone',
    make: async (folder) => writePid(folder, { pid: deadPid(), port: 1, token: TOKEN }),
    target: 'pid_file',
    details: /^The PID file is stale: process \d+ is gone$/,
  },
  {
    way: 'the connection is refused',
    make: async (folder) => (await startFakeDaemon(folder)).close(),
    target: 'server',
    details: /^127\.0\.0\.1:\d+ refused the connection: no server listens there$/,
  },
  {
    way: 'the token is wrong',
    make: (folder) =>
      fake(folder, {
        hello: (heard, say, socket) => {
          say(error(heard, -32040, 'Token not accepted', { target: 'token', name: 'hello' }));
          socket.end();
        },
      }),
    target: 'server',
    details: /does not take the token of \//,
  },
  {
    way: 'another program answers',
    make: (folder) => fake(folder, { hello: (heard, say) => say(result(heard, 'hi')) }),
    target: 'server',
    details: /is no sql-fun-server$/,
  },
  {
    way: 'hello is not answered in time',
    make: (folder) => fake(folder, { hello: () => undefined }),
    target: 'server',
    details: /did not answer hello within 0\.05 s$/,
    limits: { greeting: 50 },
  },
  {
    way: 'a request is not answered in time',
    make: (folder) => fake(folder, { '*': () => undefined }),
    target: 'server',
    details: /did not answer get_columns within 0\.05 s$/,
    limits: { timeout: 50 },
  },
  {
    way: 'the connection is closed in the middle of a request',
    make: (folder) => fake(folder, { '*': (_heard, _say, socket) => socket.end() }),
    target: 'server',
    details: /closed the connection before it answered$/,
  },
  {
    way: 'the connection is reset in the middle of a request',
    make: (folder) => fake(folder, { '*': (_heard, _say, socket) => socket.resetAndDestroy() }),
    target: 'server',
    details: /closed the connection before it answered$/,
  },
  {
    way: 'the answer is garbage',
    make: (folder) => fake(folder, { '*': (_heard, say) => say('HTTP/1.1 400 Bad Request\r\n') }),
    target: 'server',
    details: /sent a message that is not a JSON-RPC response$/,
  },
  {
    way: 'the answer is to something that was not asked',
    make: (folder) =>
      fake(folder, { '*': (_heard, say) => say({ jsonrpc: '2.0', id: 99, result: {} }) }),
    target: 'server',
    details: /sent an answer to something that was not asked$/,
  },
  {
    way: 'the answer names no request',
    make: (folder) =>
      fake(folder, { '*': (heard, say) => say({ ...error(heard, -32700, 'x'), id: null }) }),
    target: 'server',
    details: /sent an answer to something that was not asked$/,
  },
];

describe.each(WAYS)('where $way', ({ make, target, details, limits }) => {
  it('a request fails with −32000 and says so', async () => {
    const folder = newFolder();
    await make(folder);
    const fault = await faultOf(client(folder, limits).request('get_columns', {}));
    expect(fault).toMatchObject({ code: -32000, effect: 'none', retryable: true });
    const { target: told, name } = fault.context as { target: string; name: string };
    expect(told).toBe(target);
    expect(name).toMatch(target === 'server' ? /^127\.0\.0\.1:\d+$/ : /sql-fun-server\.pid$/);
    expect(fault.details).toMatch(details);
    expect(JSON.stringify([fault.details, fault.context])).not.toContain(TOKEN);
  });
});

describe('after a failure', () => {
  it('all waiting requests fail, and the next one works', async () => {
    const folder = newFolder();
    await fake(folder, {
      slow: () => undefined,
      crash: (_heard, _say, socket) => socket.destroy(),
    });
    const asked = client(folder);
    const faults = await Promise.all(
      ['slow', 'slow', 'crash'].map((method) => faultOf(asked.request(method))),
    );
    expect(faults.map(({ code }) => code)).toEqual([-32000, -32000, -32000]);
    expect(new Set(faults.map(({ ref }) => ref)).size).toBe(3);
    expect(await asked.request('ping', { n: 1 })).toEqual({ n: 1 });
  });

  it('one late answer does not cost the others theirs', async () => {
    const folder = newFolder();
    const { heard } = await fake(folder, { slow: () => undefined });
    const asked = client(folder, { timeout: 5000, patience: 100 });
    const slow = faultOf(asked.request('slow'));
    expect(await asked.request('ping', { n: 1 })).toEqual({ n: 1 });
    expect((await slow).details).toContain('did not answer slow within 5 s');
    expect(await asked.request('ping', { n: 2 })).toEqual({ n: 2 });
    expect(heard.filter(({ method }) => method === 'hello')).toHaveLength(1);
  });

  it('a daemon that answers a ping is waited for: it may be loading a schema', async () => {
    const folder = newFolder();
    let release: () => void = () => undefined;
    const { heard } = await fake(folder, {
      load: (message, say) => (release = () => say(result(message, { n: 1 }))),
    });
    const asked = client(folder, { timeout: 1000 });
    const answer = asked.request('load');
    await eventually(() => heard.some(({ method }) => method === 'ping')).toBe(true);
    release();
    expect(await answer).toEqual({ n: 1 });
  });

  it('a daemon that came back on another port is found', async () => {
    const folder = newFolder();
    const first = await startFakeDaemon(folder);
    const asked = client(folder);
    await asked.request('ping');
    await first.close();
    await fake(folder);
    await eventually(() => asked.request('ping', { n: 1 }).catch(() => undefined)).toEqual({
      n: 1,
    });
  });

  it('asks no server once it was closed', async () => {
    const folder = newFolder();
    await fake(folder);
    const asked = client(folder);
    await asked.request('ping');
    await asked.close();
    expect(await faultOf(asked.request('ping'))).toMatchObject({ code: -32000 });
  });
});
