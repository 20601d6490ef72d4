import fc from 'fast-check';
import { setImmediate as soon } from 'node:timers/promises';
import { createManualClock } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { WaitingLine, type NoTurn, type TurnOptions } from './device-limits.js';

const REFUSED = (why: NoTurn) => ({ refused: why });

function options(given: Partial<TurnOptions> = {}): TurnOptions {
  return { limit: 2, patience: 60_000, refuse: REFUSED, ...given };
}

describe('a waiting line', () => {
  it('lets the next one in, first come, first served', async () => {
    const line = new WaitingLine(createManualClock().now);
    const ends = [await line.turn(options()), await line.turn(options())];
    const order: number[] = [];
    const waiting = [0, 1, 2].map(async (place) => {
      const end = await line.turn(options());
      order.push(place);
      end();
    });
    await soon();
    expect(order).toEqual([]);
    ends.forEach((end) => end());
    await Promise.all(waiting);
    expect(order).toEqual([0, 1, 2]);
    expect(line.idle).toBe(true);
  });

  it('refuses the ninth that would wait, and reports how long the others take', async () => {
    const clock = createManualClock();
    const line = new WaitingLine(clock.now);
    const first = await line.turn(options());
    clock.advance(4_000);
    first();
    const running = [await line.turn(options()), await line.turn(options())];
    const waiting = Array.from({ length: 8 }, () => line.turn(options()));
    await expect(line.turn(options())).rejects.toEqual({ refused: { count: 10, wait: 20_000 } });
    running.forEach((end) => end());
    for (const turn of waiting) (await turn)();
    expect(line.idle).toBe(true);
  });

  it('refuses who has waited too long, and lets the others go on', async () => {
    const line = new WaitingLine(createManualClock().now);
    const end = await line.turn(options({ limit: 1 }));
    const impatient = line.turn(options({ limit: 1, patience: 5 }));
    const patient = line.turn(options({ limit: 1 }));
    await expect(impatient).rejects.toMatchObject({ refused: { count: 3 } });
    end();
    (await patient)();
    expect(line.idle).toBe(true);
  });

  it('lets go of who does not want to wait any longer, with their reason', async () => {
    const line = new WaitingLine(createManualClock().now);
    const end = await line.turn(options({ limit: 1 }));
    const controller = new AbortController();
    const waiting = line.turn(options({ limit: 1, signal: controller.signal }));
    controller.abort('not needed');
    await expect(waiting).rejects.toBe('not needed');
    end();
    expect(line.idle).toBe(true);
    await expect(line.turn(options({ signal: controller.signal }))).rejects.toBe('not needed');
  });

  it('turns everybody away when it closes', async () => {
    const line = new WaitingLine(createManualClock().now);
    const end = await line.turn(options({ limit: 1 }));
    const waiting = [line.turn(options({ limit: 1 })), line.turn(options({ limit: 1 }))];
    line.close('closed');
    expect(await Promise.allSettled(waiting)).toEqual([
      { status: 'rejected', reason: 'closed' },
      { status: 'rejected', reason: 'closed' },
    ]);
    end();
    expect(line.idle).toBe(true);
  });

  it('never lets more run than its limit, and serves everybody whom it did not refuse', async () => {
    const step = fc.record({ limit: fc.integer({ min: 1, max: 4 }), ticks: fc.nat({ max: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const line = new WaitingLine(createManualClock().now);
        const limit = steps[0]?.limit ?? 1;
        let running = 0;
        let most = 0;
        let served = 0;
        let refused = 0;
        await Promise.all(
          steps.map(async ({ ticks }) => {
            for (let i = 0; i < ticks; i++) await soon();
            try {
              const end = await line.turn(options({ limit }));
              most = Math.max(most, ++running);
              for (let i = 0; i < ticks; i++) await soon();
              running--;
              served++;
              end();
            } catch {
              refused++;
            }
          }),
        );
        expect(most).toBeLessThanOrEqual(limit);
        expect(served + refused).toBe(steps.length);
        expect(served).toBeGreaterThan(0);
        expect(line.idle).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
