import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../exchange.js';
import { errorsOf } from './heard-errors.js';

function exchange(sent: string, reply: unknown): Exchange {
  const heard = { text: JSON.stringify(reply), value: reply, at: 0 };
  const rest = { told: [], state: 'open', at: 0, ms: 0 } as const;
  return { sent: [sent], heard: [heard], responses: [heard], reply: heard, ...rest };
}

describe('errorsOf', () => {
  it('finds the errors of single replies and of batches, with the methods that they answer', () => {
    const error = (code: unknown) => ({ code, message: 'no' });
    const exchanges = [
      exchange('{"id":1,"method":"a"}', { id: 1, error: error(-32601) }),
      exchange('[{"id":2,"method":"b"},{"id":"2","method":"c"}]', [
        { id: '2', error: { ...error(5), data: 'x' } },
        { id: 2, result: {} },
      ]),
      exchange('no JSON', { id: null, error: error(-32700) }),
      exchange('{"id":3,"method":"d"}', { id: 3, error: error('E_FAIL') }),
      exchange('{"id":4,"method":"e"}', { id: 4, error: 'no object' }),
    ];
    expect(errorsOf({ exchanges }).map(({ code, method, data }) => [code, method, data])).toEqual([
      [-32601, 'a', undefined],
      [5, 'c', 'x'],
      [-32700, undefined, undefined],
    ]);
  });
});
