import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../testing/virtual-clock.js';
import type { LineLink } from '../wire/peer.js';
import { LineSession } from './line-session.js';
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

async function sayTo(milliseconds: number, expects: Say['expects']) {
  const clock = new VirtualClock();
  const session = new LineSession(slowly(clock, milliseconds), {
    era: '2025-11-25',
    clock,
    timing: DEFAULT_TIMING,
    onExchange: () => {},
  });
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
    ['due', 500, { answered: true, state: 'open', ms: 500 }],
    ['due', 2000, { answered: false, state: 'open', ms: 1040 }],
    ['silence', 50, { answered: true, state: 'open', ms: 80 }],
    ['reply', 2000, { answered: true, state: 'open', ms: 2000 }],
    ['reply', 9000, { answered: false, state: 'silent', ms: 5000 }],
  ] as const)('%s, answered after %i ms', async (expects, milliseconds, seen) => {
    expect(await sayTo(milliseconds, expects)).toEqual(seen);
  });
});
