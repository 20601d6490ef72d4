import { describe, expect, it } from 'vitest';
import { cleanUpAfterwards } from './testing/clean-up.js';
import { openSession, type Answer } from './testing/http.js';
import { sharedHttp, sharedServer, type Started } from './testing/start.js';
import { call, cancel, factsOf, read, type Message } from './testing/wire.js';

cleanUpAfterwards();

const SERVERS = ['v1', 'v2', 'core'] as const;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const device = (message: Message): unknown => factsOf(message)?.data?.['device_id'];

const countOf = (server: Started, text: string): number => server.stderr().split(text).length - 1;

/** The next replies of a server, and the proof that no more came: a ping behind them is answered first. */
async function take(server: Started, from: number, count: number): Promise<Message[]> {
  await server.until(() => server.lines.length >= from + count);
  expect(await server.through()).toEqual([]);
  return server.lines.slice(from, -1).map(read);
}

describe.each(SERVERS)('1,000 failing calls at once, %s', (sdk) => {
  it('over one stdio connection: each id is answered once, with its own number', async () => {
    const server = await sharedServer({ sdk, line: 'serve', quiet: true });
    const from = server.lines.length;
    server.send(...range(1000).map((n) => call(n, 'fail_n', { n })));
    const replies = await take(server, from, 1000);
    expect(replies.length).toBe(1000);
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1000);
    expect(replies.filter((reply) => device(reply) !== `dev-${String(reply.id)}`)).toEqual([]);
  });

  it('over stdio with cancellations and duplicate ids among them: cancelled calls get no reply, a duplicate costs no other call its answer', async () => {
    const server = await sharedServer({ sdk, line: 'serve', quiet: true });
    const from = server.lines.length;
    const lines = range(200).flatMap((n) => [
      call(`held-${n}`, 'hold_and_fail', { key: `held-${n}` }),
      call(`held-${n}`, 'fail_n', { n }),
      call(`gone-${n}`, 'watch', { key: `gone-${n}` }),
      cancel(`gone-${n}`),
      ...range(3).map((k) => call(`plain-${n}-${k}`, 'fail_n', { n: n * 3 + k })),
    ]);
    server.send(...lines);
    await server.until(() => countOf(server, 'holding held-') === 200);
    server.send(call('free', 'release_all'));
    const replies = await take(server, from, 600 + 200 + 200 + 1);
    const of = (kind: string) => replies.filter(({ id }) => String(id).startsWith(kind));
    expect(of('gone')).toEqual([]);
    for (const n of range(600)) {
      const found = replies.filter(({ id }) => id === `plain-${Math.floor(n / 3)}-${n % 3}`);
      expect(found.map(device)).toEqual([`dev-${n}`]);
    }
    for (const n of range(200)) {
      const [refused, answered, ...more] = replies.filter(({ id }) => id === `held-${n}`);
      expect(refused?.error?.code).toBe(-32600);
      expect(device(answered!)).toBe(`held-${n}`);
      expect(more).toEqual([]);
    }
  });
});

// One server of an SDK is enough here: sessions and sockets are the edge's business.
describe.each(['v2', 'core'] as const)('1,000 failing calls at once over HTTP, %s', (sdk) => {
  it('in one session: each id is answered once, with its own number', async () => {
    const { url } = await sharedHttp({ sdk, line: 'serve', quiet: true });
    const session = await openSession(url);
    const answers = await Promise.all(range(1000).map((n) => session(call(n, 'fail_n', { n }))));
    const wrong = answers.filter(
      ({ status, message }, n) =>
        status !== 200 || message.id !== n || device(message) !== `dev-${n}`,
    );
    expect(wrong).toEqual([]);
  });

  it('with cancellations and duplicate ids among them', async () => {
    const server = await sharedHttp({ sdk, line: 'serve', quiet: true });
    const session = await openSession(server.url);
    const held = range(100).map((n) =>
      session(call(`held-${n}`, 'hold_and_fail', { key: `http-${n}` })),
    );
    const gone = range(100).map((n) => session(call(`gone-${n}`, 'watch', { key: `off-${n}` })));
    await server.until(() => countOf(server, 'holding http-') === 100);
    await server.until(() => countOf(server, 'holding off-') === 100);
    const [duplicates, plain] = await Promise.all([
      Promise.all(range(100).map((n) => session(call(`held-${n}`, 'fail_n', { n })))),
      Promise.all(range(300).map((n) => session(call(`plain-${n}`, 'fail_n', { n })))),
      Promise.all(range(100).map((n) => session(cancel(`gone-${n}`)))),
    ]);
    await session(call('free', 'release_all'));
    expect(plain.filter(({ message }, n) => device(message) !== `dev-${n}`)).toEqual([]);
    expect(duplicates.filter(({ message }) => message.error?.code !== -32600)).toEqual([]);
    expect(
      (await Promise.all(held)).filter(({ message }, n) => device(message) !== `http-${n}`),
    ).toEqual([]);
    const silent = (answer: Answer) =>
      answer.message.result === undefined && answer.message.error === undefined;
    expect((await Promise.all(gone)).filter((answer) => !silent(answer))).toEqual([]);
  });
});
