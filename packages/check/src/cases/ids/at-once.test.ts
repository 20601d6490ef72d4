import { describe, expect, it } from 'vitest';
import type { Clock } from '../../clock.js';
import type { Hooks } from '../../testing/breakage.js';
import { verdictsOf } from '../../testing/verdicts-of.js';
import { manyAtOnce } from './at-once.js';

const verdict = async (breaks: (world: { readonly clock: Clock }) => Hooks) =>
  (await verdictsOf({ era: '2025-11-25', transport: 'stdio', breaks }, [manyAtOnce]))[
    manyAtOnce.id
  ];

/** Milliseconds that are longer than anybody waits for the next reply. */
const LONG = 8000;

describe('twenty requests at once', () => {
  it('may be answered late, as long as they are answered before what comes after them', async () => {
    const late = ({ clock }: { readonly clock: Clock }): Hooks => {
      let from: number | undefined;
      return {
        outgoing(text, request = '', hands) {
          if (request.includes('"id":70013')) from = clock.now() + LONG;
          if (from === undefined) return text;
          void clock.sleep(Math.max(0, from - clock.now())).then(() => hands.say(text));
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
