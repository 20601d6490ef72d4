import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { cleanUpAfterwards } from './testing/clean-up.js';
import { openSession, post } from './testing/http.js';
import {
  openServer,
  relayCommand,
  serverCommand,
  shakeHands,
  sharedHttp,
  sharedServer,
  start,
  startHttp,
} from './testing/start.js';
import { call, cancel, factsOf, HELLO, read, request, textOf } from './testing/wire.js';

cleanUpAfterwards();

// Both SDKs use the same connection of ours; one of them is enough here.
const SERVERS = ['v2', 'core'] as const;

describe.each(SERVERS)('drills on stdio, %s', (sdk) => {
  it('stdout is closed: the process ends by itself, in order', async () => {
    const server = await openServer({ sdk, line: 'serve' });
    server.hangUp();
    server.send(...Array.from({ length: 50 }, (_, n) => call(n, 'fail_n', { n })));
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.stderr()).not.toMatch(/EPIPE|Unhandled|node:internal/);
  });

  it('stdin ends while calls are in flight: each is answered before the process ends', async () => {
    const server = await openServer({ sdk, line: 'serve' });
    server.send(...Array.from({ length: 50 }, (_, n) => call(n, 'fail_n', { n })));
    await server.close();
    const ids = server.lines.map((line) => read(line).id).filter((id) => typeof id === 'number');
    expect(ids.sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 50 }, (_, n) => n),
    );
    expect((await server.ended).code).toBe(0);
  });

  it('an uncaught exception with crash: survive: calls in flight get an answer, and the next call too', async () => {
    const server = await openServer({ sdk, line: 'serve', crash: 'survive' });
    server.send(call(1, 'hold', { key: 'one' }));
    await server.says('holding one\n');
    server.send(call(2, 'crash'));
    const [held, crashed] = await Promise.all([server.reply(1), server.reply(2)]);
    expect(factsOf(held)).toMatchObject({ effect: 'unknown' });
    expect(factsOf(crashed)?.ref).toBe(factsOf(held)?.ref);
    expect(textOf(await server.ask(call(3, 'echo', { n: 3 })))).toBe('n=3');
    // What the abandoned call still returns is dropped.
    await server.ask(call(4, 'release', { key: 'one' }));
    await server.through();
    expect(server.lines.filter((line) => read(line).id === 1)).toHaveLength(1);
  });

  it('a handler that ignores its cancellation: its id is free again for the next call', async () => {
    const server = await sharedServer({ sdk, line: 'serve' });
    server.send(call(9, 'hold', { key: 'deaf' }));
    await server.says('holding deaf\n');
    await server.through(cancel(9));
    expect(textOf(await server.ask(call(9, 'echo', { n: 9 })))).toBe('n=9');
  });
});

describe.each(SERVERS)('drills over HTTP, %s', (sdk) => {
  /** Send a call and go away while it is being worked on. */
  const vanish = async (url: string, headers: object, key: string, says: () => Promise<void>) => {
    const sent = httpRequest(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
    sent.on('error', () => undefined); // it is us who hang up
    sent.end(call(`vanish-${key}`, 'hold', { key }));
    await says();
    const closed = new Promise((resolve) => sent.once('close', resolve));
    sent.destroy();
    await closed;
  };

  it('a client disconnects in the middle of its call: the others do not notice', async () => {
    const server = await sharedHttp({ sdk, line: 'serve' });
    const hello = await post(server.url, HELLO);
    const session = {
      'mcp-session-id': hello.headers.get('mcp-session-id')!,
      'mcp-protocol-version': '2025-11-25',
    };
    await vanish(server.url, session, 'away', () => server.says('holding away\n'));
    await post(server.url, call('free', 'release', { key: 'away' }), session);
    expect(await post(server.url, request(1, 'ping'), session)).toMatchObject({
      status: 200,
      message: { id: 1 },
    });
    expect(server.stderr()).not.toMatch(/Unhandled|node:internal|process_crash/);
  });

  it('a handler that ignores its cancellation: the request that was cancelled ends all the same', async () => {
    const server = await sharedHttp({ sdk, line: 'serve' });
    const session = await openSession(server.url);
    const pending = session(call(1, 'hold', { key: 'deaf' }));
    await server.says('holding deaf\n');
    await session(cancel(1));
    const { message } = await pending;
    expect(message).toEqual({});
  });
});

describe('drills over HTTP, the process', () => {
  it.each([
    ['serve() of an SDK server', { sdk: 'v2', line: 'serve' }],
    ['listen() beside guardProcess()', { sdk: 'core', line: 'serve', guarded: true }],
  ] as const)(
    'a rejection after the reply, %s: one structured line, and the next call is answered',
    async (_, config) => {
      const server = await startHttp(serverCommand({ ...config, wire: 'http' }));
      const session = await openSession(server.url);
      expect(textOf((await session(call(1, 'late'))).message)).toBe('answered');
      await server.says('nobody waits for this');
      expect(server.stderr()).toContain('"event":"unhandled_rejection"');
      expect(await session(request(2, 'ping'))).toMatchObject({ status: 200, message: { id: 2 } });
    },
  );

  it('an uncaught exception while calls of serve() are in flight: each is answered, and one structured line says why', async () => {
    const server = await startHttp(serverCommand({ sdk: 'v2', line: 'serve', wire: 'http' }));
    const session = await openSession(server.url);
    const held = session(call(1, 'hold', { key: 'one' }));
    await server.says('holding one\n');
    const answers = await Promise.all([held, session(call(2, 'crash'))]);
    expect(answers.map(({ message }) => message.id)).toEqual([1, 2]);
    await server.says('"event":"process_crash"');
  });
});

describe('drills with the relay', () => {
  it('the server behind it crashes with calls in flight: each is answered, and the next call finds a new process', async () => {
    const relay = await shakeHands(
      start(relayCommand({}, serverCommand({ sdk: 'v2', line: 'bare' }))),
    );
    relay.send(call(1, 'hold', { key: 'one' }));
    await relay.says('holding one\n');
    relay.send(call(2, 'crash'));
    const answers = await Promise.all([relay.reply(1), relay.reply(2)]);
    expect(answers.map((answer) => JSON.stringify(answer))).toEqual([
      expect.stringContaining('ended with exit code'),
      expect.stringContaining('ended with exit code'),
    ]);
    expect(textOf(await relay.ask(call(3, 'echo', { n: 3 })))).toBe('n=3');
  });

  it('a handler behind it that never settles: the deadline answers, and the late result is dropped', async () => {
    const relay = await shakeHands(
      start(relayCommand({ deadline: 3000 }, serverCommand({ sdk: 'v1', line: 'bare' }))),
    );
    const answer = await relay.ask(call(1, 'hold', { key: 'slow' }));
    expect(JSON.stringify(answer)).toContain('hold did not finish within 3 s');
    await relay.ask(call(2, 'release', { key: 'slow' }));
    await relay.through();
    expect(relay.lines.filter((line) => read(line).id === 1)).toHaveLength(1);
  });
});
