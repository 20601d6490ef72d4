import { describe, expect, it } from 'vitest';
import type { HttpReply } from '../exchange.js';
import { Unanswered } from './unanswered.js';
import { VirtualClock } from '../testing/clocks.js';
import type { HttpAsk } from '../wire/peer.js';
import { HttpSession } from './http-session.js';
import { DEFAULT_TIMING } from './session.js';

const EVENTS = { 'content-type': 'text/event-stream' };

function sessionWith(ask: (ask: HttpAsk) => HttpReply): HttpSession {
  return new HttpSession(
    { transport: 'http', url: 'http://127.0.0.1:1/', ask: async (given) => ask(given) },
    {
      era: '2025-11-25',
      clock: new VirtualClock(),
      timing: DEFAULT_TIMING,
      unanswered: new Unanswered(),
      onExchange: () => undefined,
    },
  );
}

describe('an event stream', () => {
  it.each([
    [
      'whole events',
      ['data: {"method":"x"}\n\n', 'data: {"id":7,"result":{}}\n\n', 'data: 1\n\n'],
      [false, true, true],
    ],
    [
      'pieces of them',
      ['data: {"id":', '7,"result":{}}', '\r', '\n\r\n'],
      [false, false, true, true],
    ],
    [
      'an event without an end',
      ['data: {"id":6,"result":1}\n\ndata: {"id":7,"error":1}', '\n', ': wait\n'],
      [false, true, true],
    ],
  ])('has said enough with the reply, in %s', async (_, pieces, enoughs) => {
    const ask = async (
      tell: (enough: NonNullable<HttpAsk['enough']>, index: number) => boolean,
    ): Promise<readonly boolean[]> => {
      const seen: boolean[] = [];
      await sessionWith(({ enough }) => {
        for (const index of pieces.keys()) seen.push(tell(enough!, index));
        return { status: 200, headers: EVENTS, body: '', ended: 'left' };
      }).request('a', undefined, '7');
      return seen;
    };
    const upTo = (index: number): string => pieces.slice(0, index + 1).join('');
    expect(await ask((enough, index) => enough(upTo(index), pieces[index]))).toEqual(enoughs);
    // Without the new piece, all of the body is given.
    expect(await ask((enough, index) => enough(upTo(index)))).toEqual(enoughs);
  });

  it('with endless events is kept by its first', async () => {
    const body = 'data: {"method":"tick"}\n\n'.repeat(9000);
    const { received, httpAnswers } = await sessionWith(() => ({
      status: 200,
      headers: EVENTS,
      body,
      ended: 'left',
    })).request('a');
    expect([received.length, httpAnswers.length]).toEqual([500, 1]);
  });
});

it('of many long answers, the first are kept at length', async () => {
  const body = `{"id":1,"result":"${'x'.repeat(2_000_000)}"}`;
  const session = sessionWith(() => ({ status: 200, headers: {}, body, ended: 'whole' }));
  const texts = Array.from({ length: 6 }, (_, id) => `{"id":${id},"method":"a"}`);
  const { httpAnswers, responses } = await session.say({ texts });
  expect(httpAnswers.map((each) => each.body.length)).toEqual([
    ...Array.from({ length: 4 }, () => 1_048_576),
    65_536,
    65_536,
  ]);
  expect(responses.map(({ value }) => Object.keys(value as object))).toEqual(
    Array.from({ length: 6 }, () => ['id', 'result']),
  );
});
