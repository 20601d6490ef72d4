import { describe, expect, it } from 'vitest';
import type { WireExchange } from '../exchange.js';
import { Unanswered } from './unanswered.js';
import { VirtualClock } from '../testing/clocks.js';
import type { LineLink } from '../wire/peer.js';
import { LineSession } from './line-session.js';
import { createLog, type WritableLog } from './link-log.js';
import { DEFAULT_TIMING, type Say } from './session.js';

/** Answers markers at once, and everything else after some time. */
function slowly(clock: VirtualClock, milliseconds: number): LineLink {
  let hear: (line: Uint8Array) => void = () => {};
  const say = (text: string): void => hear(Buffer.from(text));
  return {
    onLine(listener) {
      hear = listener;
    },
    write(bytes) {
      const text = Buffer.from(bytes).toString();
      if (text.includes('"ping"')) {
        const { id } = JSON.parse(text) as { id: number };
        queueMicrotask(() => say(JSON.stringify({ jsonrpc: '2.0', id, result: {} })));
        return;
      }
      void clock
        .sleep(milliseconds)
        .then(() => say('{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}'));
    },
    end() {},
    close: async () => {},
    closed: new Promise(() => {}),
    isClosed: false,
  };
}

/** Works at one message after the other, each for some time. */
function oneByOne(clock: VirtualClock, milliseconds: number, times = 1): LineLink {
  let hear: (line: Uint8Array) => void = () => {};
  let work: Promise<void> = Promise.resolve();
  return {
    ...slowly(clock, 0),
    onLine(listener) {
      hear = listener;
    },
    write(bytes) {
      const { id } = JSON.parse(Buffer.from(bytes).toString()) as { id: number };
      const reply = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
      work = work
        .then(() => clock.sleep(milliseconds))
        .then(() => Array.from({ length: times }).forEach(() => hear(reply)));
    },
  };
}

describe('a server that works at one message after the other', () => {
  const crowd = Array.from({ length: 100 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"a"}`);

  it.each([
    // Patience begins anew with every reply, and ends after 30 seconds all the same.
    ['reply', 60, { replies: 100, state: 'open', ms: 6000 }],
    ['either', 60, { replies: 100, state: 'open', ms: 6060 }],
    ['either', 250, { replies: 100, state: 'open', ms: 25_250 }],
    ['either', 300, { replies: 99, state: 'silent', ms: 30_000 }],
    ['reply', 6000, { replies: 0, state: 'silent', ms: 5000 }],
  ] as const)('gets the time it needs (%s, %i ms each)', async (expects, milliseconds, seen) => {
    const clock = new VirtualClock();
    const session = sessionOn(oneByOne(clock, milliseconds), clock);
    const { responses, state, ms } = await session.say({ texts: crowd, expects });
    expect({ replies: responses.length, state, ms }).toEqual(seen);
  });
});

it('a second reply to one request is not taken for the reply to the next', async () => {
  const clock = new VirtualClock();
  const texts = [1, 2, 3].map((id) => `{"jsonrpc":"2.0","id":${id},"method":"a"}`);
  const { responses } = await sessionOn(oneByOne(clock, 60, 2), clock).say({
    texts,
    expects: 'reply',
  });
  expect(responses).toHaveLength(6);
});

describe('a server that changes ids', () => {
  /** Answers every request under another id. */
  const renamed = (rename: (id: number) => unknown): LineLink => {
    let hear: (line: Uint8Array) => void = () => {};
    return {
      ...slowly(new VirtualClock(), 0),
      onLine: (listener) => void (hear = listener),
      write(bytes) {
        const { id } = JSON.parse(Buffer.from(bytes).toString()) as { id?: number };
        if (id === undefined) return;
        const reply = { jsonrpc: '2.0', id: rename(id), result: {} };
        queueMicrotask(() => hear(Buffer.from(JSON.stringify(reply))));
      },
    };
  };
  const notification = { texts: ['{"jsonrpc":"2.0","method":"a"}'], expects: 'silence' } as const;

  it('into texts has answered what came after a notification, and not the notification', async () => {
    const clock = new VirtualClock();
    const { responses, state, ms } = await sessionOn(renamed(String), clock).say(notification);
    expect({ replies: responses.length, state, ms }).toEqual({ replies: 0, state: 'open', ms: 80 });
  });

  it('into another is not waited for again and again, and is not silent', async () => {
    const clock = new VirtualClock();
    const session = sessionOn(
      renamed(() => 'another'),
      clock,
    );
    const times = [];
    for (let count = 0; count < 3; count += 1) {
      const { state, ms } = await session.say(notification);
      times.push([state, ms]);
    }
    const { patience, doubt } = DEFAULT_TIMING;
    expect(times).toEqual([
      ['open', patience],
      ['open', doubt],
      ['open', doubt],
    ]);
  });
});

describe('a server that sends more than the limit', () => {
  /** Says something as often as told whenever it hears something. */
  const talks = (text: string, times: number, more: Partial<LineLink> = {}): LineLink => {
    let hear: (line: Uint8Array) => void = () => {};
    return {
      ...slowly(new VirtualClock(), 0),
      onLine(listener) {
        hear = listener;
      },
      write() {
        for (let time = 0; time < times; time += 1) hear(Buffer.from(text));
      },
      ...more,
    };
  };

  it('is kept in mind by its first words, and its replies by the first thousands', async () => {
    const noise = sessionOn(talks('{"method":"a"}', 9000), new VirtualClock());
    const log = createLog();
    const exchange = await noise.say({ texts: ['{"id":1,"method":"b"}'], expects: 'reply' });
    expect([exchange.received.length, exchange.responses.length]).toEqual([500, 0]);
    const replies = sessionOn(talks('{"id":1,"result":1}', 9000), new VirtualClock(), log);
    const answered = await replies.say({ texts: ['{"id":1,"method":"b"}'], expects: 'reply' });
    expect([answered.received.length, answered.responses.length]).toEqual([5000, 5000]);
    expect(log.events).toHaveLength(5001);
  });

  it('is not judged, and the report says so', async () => {
    const kept: WireExchange[] = [];
    const link = talks('{"method":"a"}', 1, { closed: Promise.resolve(), flood: 'it said a lot' });
    const session = new LineSession(link, {
      era: '2025-11-25',
      clock: new VirtualClock(),
      timing: DEFAULT_TIMING,
      unanswered: new Unanswered(),
      onExchange: (exchange) => void kept.push(exchange),
    });
    await expect(session.request('a')).rejects.toMatchObject({
      name: 'Unreachable',
      message: 'it said a lot',
    });
    expect(kept.map(({ state }) => state)).toEqual(['open']);
  });

  it('counts from the moment at which it is asked', async () => {
    let times = 0;
    const link = talks('{"id":1,"result":1}', 1, { resetLimits: () => void (times += 1) });
    const session = sessionOn(link, new VirtualClock());
    await session.request('a');
    await session.request('b');
    expect(times).toBe(2);
  });
});

function sessionOn(link: LineLink, clock: VirtualClock, log?: WritableLog): LineSession {
  return new LineSession(link, {
    era: '2025-11-25',
    clock,
    timing: DEFAULT_TIMING,
    unanswered: new Unanswered(),
    onExchange: () => {},
    ...(log && { log }),
  });
}

async function sayTo(milliseconds: number, expects: Say['expects']) {
  const clock = new VirtualClock();
  const session = sessionOn(slowly(clock, milliseconds), clock);
  const { reply, state, ms } = await session.say({
    texts: ['no JSON'],
    ...(expects && { expects }),
  });
  return { answered: reply !== undefined, state, ms };
}

describe('a text that may be answered or not', () => {
  it.each([
    // The answer is waited for before the marker, behind it, and longer where silence would be held against the server.
    ['either', 20, { answered: true, state: 'open', ms: 20 }],
    ['either', 100, { answered: true, state: 'open', ms: 100 }],
    ['either', 500, { answered: false, state: 'open', ms: 120 }],
    ['due', 20, { answered: true, state: 'open', ms: 20 }],
    ['due', 400, { answered: true, state: 'open', ms: 400 }],
    ['due', 2000, { answered: false, state: 'open', ms: 540 }],
    ['silence', 50, { answered: true, state: 'open', ms: 80 }],
    ['reply', 2000, { answered: true, state: 'open', ms: 2000 }],
    ['reply', 9000, { answered: false, state: 'silent', ms: 5000 }],
  ] as const)('%s, answered after %i ms', async (expects, milliseconds, seen) => {
    expect(await sayTo(milliseconds, expects)).toEqual(seen);
  });
});
