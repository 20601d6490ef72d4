import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { standard, defineContract, createRedactor, createServer } from '@errata/core';
import type { Exchange } from '@errata/core/internal';
import { describe, expect, it, vi } from 'vitest';
import { guardProcess, type GuardProcessOptions } from './guard-process.js';

const createHost = () => Object.assign(new EventEmitter(), { exit: vi.fn() });

const contract = defineContract({ catalog: standard, rpcData: 'payload', message: 'title' });
const createHanging = () =>
  createServer({ contract, era: 'jsonrpc', methods: { hang: () => new Promise(() => {}) } });
const hang = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"hang"}`;

interface Answer {
  readonly id: number;
  readonly error: { readonly code: number; readonly data?: { readonly ref?: string } };
}

const open = (options: GuardProcessOptions = {}) => {
  const host = createHost();
  const errors = new PassThrough();
  const replies: [Answer, Exchange | undefined][] = [];
  const release = guardProcess({
    process: host,
    errors,
    deliver: (reply, exchange) => replies.push([JSON.parse(reply) as Answer, exchange]),
    ...options,
  });
  const incidents = () =>
    ((errors.read() as Buffer | null)?.toString() ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { host, errors, replies, release, incidents };
};

const exited = (host: { exit: { mock: { calls: unknown[][] } } }) =>
  vi.waitUntil(() => host.exit.mock.calls.length > 0, { timeout: 300_000 });

describe('an uncaught exception', () => {
  it('answers all requests in flight on every connection and ends with 1', async () => {
    const servers = [createHanging(), createHanging()];
    const exchanges: Exchange[] = [{ auth: 'a' }, { auth: 'b' }];
    servers.forEach((server, index) => void server.receive(hang(7), exchanges[index]));
    const { host, replies, incidents } = open({ connections: () => servers });
    host.emit('uncaughtException', new Error('boom'));
    expect(replies.map(([{ id }, exchange]) => [id, exchange])).toEqual([
      [7, exchanges[0]],
      [7, exchanges[1]],
    ]);
    const [incident] = incidents();
    expect(incident).toMatchObject({ event: 'process_crash', in_flight: 2 });
    expect(incident!['causes']).toMatchObject([{ name: 'Error', message: 'boom' }]);
    for (const [{ error }] of replies) expect(error.data?.ref).toBe(incident!['ref']);
    await exited(host);
    expect(host.exit.mock.calls).toEqual([[1]]);
  });

  it('answers for every guard of the process, and stops listening with the last one', () => {
    const [first, second] = [createHanging(), createHanging()];
    void first.receive(hang(1));
    void second.receive(hang(2));
    const { host, replies, release } = open({ connections: () => [first], crash: 'survive' });
    const joined: string[] = [];
    const leave = guardProcess({
      process: host,
      connections: () => [second],
      deliver: (reply) => void joined.push(reply),
    });
    host.emit('uncaughtException', new Error('boom'));
    expect([replies.length, joined.length]).toEqual([1, 1]);
    release();
    expect(host.listenerCount('uncaughtException')).toBe(1);
    leave();
    expect(host.listenerCount('uncaughtException')).toBe(0);
  });

  it('is not described to clients, even if it is a declared fault: it belongs to at most one of them', () => {
    const server = createHanging();
    void server.receive(hang(1));
    const { host, replies } = open({ connections: () => [server] });
    host.emit('uncaughtException', standard.INVALID_PARAMS({}, { details: 'account 4711' }));
    expect(replies[0]![0].error.code).toBe(-32603);
    expect(JSON.stringify(replies)).not.toContain('4711');
  });

  it('waits until the replies have left', async () => {
    let flushed!: () => void;
    const flush = () => new Promise<void>((resolve) => (flushed = resolve));
    const { host } = open({ flush, flushLimit: 60_000 });
    host.emit('uncaughtException', new Error('boom'));
    for (let i = 0; i < 3; i++) await new Promise(setImmediate);
    expect(host.exit).not.toHaveBeenCalled();
    flushed();
    await exited(host);
  });

  it.each([
    ['never ends', () => new Promise(() => {})],
    ['fails', () => Promise.reject(new Error('flush'))],
    [
      'throws',
      () => {
        throw new Error('flush');
      },
    ],
  ])('does not wait for flushing that %s', async (_, flush) => {
    const { host } = open({ flush, flushLimit: 10 });
    host.emit('uncaughtException', new Error('boom'));
    await exited(host);
    expect(host.exit.mock.calls).toEqual([[1]]);
  });

  it('that follows another one is reported, and no request is answered twice', async () => {
    const server = createHanging();
    void server.receive(hang(1));
    const { host, replies, incidents } = open({ connections: () => [server] });
    host.emit('uncaughtException', new Error('first'));
    host.emit('uncaughtException', undefined);
    expect(replies).toHaveLength(1);
    expect(incidents()).toHaveLength(2);
    await exited(host);
    expect(host.exit).toHaveBeenCalledOnce();
  });

  it('does not end the process if an option says so', async () => {
    const server = createHanging();
    const { host, replies } = open({ connections: () => [server], crash: 'survive' });
    for (const id of [1, 2]) {
      void server.receive(hang(id));
      host.emit('uncaughtException', new Error('boom'));
    }
    expect(replies.map(([{ id }]) => id)).toEqual([1, 2]);
    await new Promise(setImmediate);
    expect(host.exit).not.toHaveBeenCalled();
  });
});

describe('an unhandled rejection', () => {
  it('is one line with the cause chain, and nothing else happens', async () => {
    const server = createHanging();
    void server.receive(hang(1));
    const { host, replies, incidents } = open({
      connections: () => [server],
      redactor: createRedactor({ secrets: ['hunter2-hunter2'] }),
    });
    const cause = Object.assign(new Error('connect\nhunter2-hunter2'), { code: 'ECONNREFUSED' });
    host.emit('unhandledRejection', new Error('forgotten', { cause }));
    const [incident, ...more] = incidents();
    expect(more).toEqual([]);
    expect(incident).toMatchObject({
      event: 'unhandled_rejection',
      in_flight: 1,
      causes: [{ message: 'forgotten' }, { code: 'ECONNREFUSED' }],
    });
    expect(JSON.stringify(incident)).not.toContain('hunter2');
    await new Promise(setImmediate);
    expect(replies).toEqual([]);
    expect(host.exit).not.toHaveBeenCalled();
  });

  it('of a fault keeps the ref that a caller may already have', () => {
    const { host, incidents } = open();
    const fault = standard.INTERNAL_ERROR();
    host.emit('unhandledRejection', fault);
    expect(incidents()[0]!['ref']).toBe(fault.ref);
  });

  it.each([undefined, null, 'text', 7, Object.create(null), Proxy.revocable({}, {}).proxy])(
    'of anything is reported',
    (thrown) => {
      const { host, incidents } = open();
      host.emit('unhandledRejection', thrown);
      expect(incidents()).toHaveLength(1);
    },
  );

  it('is reported without its causes if a custom pattern throws', () => {
    const redactor = createRedactor();
    redactor.redact = () => {
      throw new Error('pattern');
    };
    const { host, incidents } = open({ redactor });
    host.emit('unhandledRejection', new Error('secret'));
    expect(incidents()).toMatchObject([{ event: 'unhandled_rejection', causes: [] }]);
  });

  it('does not end the process through a standard error that is closed', async () => {
    const { host, errors } = open();
    errors.destroy(new Error('EPIPE'));
    host.emit('unhandledRejection', new Error('x'));
    await new Promise(setImmediate);
    expect(host.exit).not.toHaveBeenCalled();
  });
});

describe('the guard', () => {
  it('ignores an event that the program itself listens to', () => {
    const host = createHost();
    host.on('uncaughtException', () => {});
    open({ process: host });
    expect(host.listenerCount('uncaughtException')).toBe(1);
    expect(host.listenerCount('unhandledRejection')).toBe(1);
    open({ process: host, always: true });
    expect(host.listenerCount('uncaughtException')).toBe(2);
  });

  it('removes only its own listeners on release', () => {
    const host = createHost();
    const { release } = open({ process: host });
    const own = () => {};
    host.on('uncaughtException', own);
    release();
    release();
    expect(host.listeners('uncaughtException')).toEqual([own]);
    expect(host.listenerCount('unhandledRejection')).toBe(0);
  });
});
