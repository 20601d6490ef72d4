import { expect, it } from 'vitest';
import type { WireExchange } from '../exchange.js';
import { splitExchange } from './link-log.js';

const PINGS = [1, 2].map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
const REPLIES = [1, 2].map((id) => `{"jsonrpc":"2.0","id":${id},"result":{}}`);

it('gives each request only the replies to it, as what was received', () => {
  const received = REPLIES.map((text) => ({ text, value: JSON.parse(text) as unknown, at: 0 }));
  const both: WireExchange = {
    sent: PINGS,
    received,
    responses: received,
    reply: received[0],
    httpAnswers: [],
    state: 'open',
    at: 0,
    ms: 1,
  };
  const events = [
    ...PINGS.map((text) => ({ way: 'out' as const, text, at: 0 })),
    ...REPLIES.map((text) => ({ way: 'in' as const, text, at: 0 })),
  ];
  const split = splitExchange(both, { events });
  expect(split.map(({ sent }) => sent)).toEqual(PINGS.map((text) => [text]));
  expect(split.map((each) => each.received.map(({ text }) => text))).toEqual(
    REPLIES.map((text) => [text]),
  );
});
