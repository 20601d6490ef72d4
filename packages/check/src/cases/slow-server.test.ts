import { describe, expect, it } from 'vitest';
import { GROUPS } from '../case.js';
import type { Hooks, World } from '../testing/breakage.js';
import { checkSample, findingsOf, casesIn, verdictsOf } from '../testing/check-sample.js';
import { slowHooks, type Pace } from '../testing/broken-servers/hooks.js';
import { CASES } from './cases.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

const slow = (pace: Pace, ms: number) => ({
  ...WHERE,
  breaks: ({ clock }: World) => slowHooks(clock, ms, pace),
});

/** The same where no tool takes longer than anything else. */
const evenlySlow = (pace: Pace, ms: number) => ({
  ...WHERE,
  breaks: ({ clock }: World): Hooks => ({
    ...slowHooks(clock, ms, pace),
    offer: (options) => ({
      ...options,
      tools: options
        .tools!.filter(({ name }) => name === 'slow')
        .map((tool) => ({ ...tool, name: 'even', run: () => 'done' })),
    }),
  }),
});

describe('a healthy server that is slow', () => {
  it.each(['one by one', 'at once'] as const)(
    'and answers %s has nothing to be found',
    async (pace) => {
      // What is still on its way when a process ends is lost with these hooks, and with no real server.
      const cases = CASES.filter(({ group }) => GROUPS[group] !== GROUPS.process);
      const server = { ...slow(pace, 300), id: 'slow' };
      expect(findingsOf(await checkSample(WHERE, server, { cases }))).toEqual([]);
    },
  );

  it('is not called mute where there was no time for everything that was said to it', async () => {
    const verdicts = await verdictsOf(slow('one by one', 300), casesIn('abuse'));
    expect(verdicts['jsonrpc/5/alive-after-many-notifications']).toMatch(
      /^not observed: at its pace the server may need \d+ s for 200 notifications at once$/,
    );
    expect(verdicts['jsonrpc/5/alive-after-nul-bytes']).toBe('pass');
  });

  it('answers after a cancellation when it comes to it', async () => {
    const verdicts = await verdictsOf(evenlySlow('one by one', 400), casesIn('cancellation'));
    expect(verdicts['jsonrpc/5/answered-after-cancellation']).toBe('pass');
  });

  it('does not let tools block that take no longer than anything else', async () => {
    const verdicts = await verdictsOf(evenlySlow('at once', 400), casesIn('cancellation'));
    expect(verdicts['errata/cancellation/slow-call-does-not-block']).toBe(
      'not observed: even takes no longer than any other request',
    );
  });
});
