import { describe, expect, it } from 'vitest';
import type { Clock } from '../clock.js';
import type { Hooks } from '../testing/breakage.js';
import { casesNamed, verdictsOf } from '../testing/check-sample.js';
import { idsIn, sameId } from './read-reply.js';

describe('idsIn', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"ping"}', ['7']],
    ['{"id":"a\\"b","method":"ping"}', ['a"b']],
    ['{"\\u0069d":7,"method":"ping"}', ['7']],
    ['{"jsonrpc":"2.0","method":"note"}', []],
    ['{"id":null,"method":"ping"}', []],
    ['{"id":1,"id":2}', ['1', '2']],
    ['[{"id":1},{"method":"note"},{"id":"x"}]', ['1', 'x']],
    ["{'id':5,}", ['5']],
    ["{'id':'five'}", ['five']],
    ['{id:"five"}', ['five']],
    ['{"id":1}{"id":2}', ['1', '2']],
    ['{"id" : 3', ['3']],
    ['no JSON', []],
  ])('finds in %s the ids %j', (text, ids) => {
    expect(idsIn(text)).toEqual(ids);
  });
});

describe('sameId', () => {
  it.each([
    ['7', '7'],
    ['77', '77.0'],
    ['77', '7.7e1'],
    ['0', '-0'],
    ['-7', '-7.00'],
    ['1.5', '15E-1'],
    ['9007199254740993', '9.007199254740993e15'],
    ['"\\u00e9"', '"é"'],
    ['"a\\nb"', '"a\\u000ab"'],
    ['null', 'null'],
  ])('takes %s and %s for one', (one, other) => {
    expect(sameId(one, other)).toBe(true);
    expect(sameId(other, one)).toBe(true);
  });

  it.each([
    ['7', '"7"'],
    ['7', '70'],
    ['7', '-7'],
    ['0', 'null'],
    ['""', 'null'],
    ['1.5', '1'],
    ['9007199254740993', '9007199254740992'],
    ['"a"', '"A"'],
    ['"a"', '"a "'],
    ['', '7'],
  ])('takes %s and %s for two', (one, other) => {
    expect(sameId(one, other)).toBe(false);
    expect(sameId(other, one)).toBe(false);
  });
});

const ID = 'jsonrpc/5/twenty-at-once';

const verdict = async (breaks: (world: { readonly clock: Clock }) => Hooks) =>
  (await verdictsOf({ era: '2025-11-25', transport: 'stdio', breaks }, casesNamed(ID)))[ID];

/** Milliseconds, longer than any wait for the next reply. */
const LONG = 8000;

describe('twenty requests at once', () => {
  it('may be answered late, as long as they are answered before what comes after them', async () => {
    const late = ({ clock }: { readonly clock: Clock }): Hooks => {
      let from: number | undefined;
      return {
        outgoing(text, request = '', controls) {
          if (request.includes('"id":70013')) from = clock.now() + LONG;
          if (from === undefined) return text;
          void clock.sleep(Math.max(0, from - clock.now())).then(() => controls.say(text));
          return undefined;
        },
      };
    };
    expect(await verdict(late)).toBe('pass');
  });

  it('say nothing where the server falls silent among them', async () => {
    let isMute = false;
    const mute: Hooks = {
      incoming(text) {
        isMute ||= text.includes('"id":70013');
        return isMute ? undefined : text;
      },
    };
    expect(await verdict(() => mute)).toBe('not observed: not all were answered in time');
  });

  it('are lost where others are answered after them', async () => {
    const lost: Hooks = {
      incoming: (text) => (text.includes('"id":70013') ? undefined : text),
    };
    expect(await verdict(() => lost)).toBe(
      'fail: of 20 requests at once, 1 got no reply under their id: 70013',
    );
  });
});
