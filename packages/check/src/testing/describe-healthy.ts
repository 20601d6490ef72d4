import { describe, expect, it } from 'vitest';
import { checkSample, findingsOf } from './check-sample.js';

const ERAS = [
  ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', 'jsonrpc'],
] as const;
const PLACES = (['stdio', 'tcp', 'http'] as const).flatMap((transport) =>
  ERAS.map((era) => ({ transport, era })),
);

/** `npm test` has each transport and each era; the drills have the other pairs. */
const isDaily = ({ transport, era }: (typeof PLACES)[number]) =>
  transport === 'stdio' ||
  (transport === 'tcp' && era === 'jsonrpc') ||
  (transport === 'http' && (era === '2025-11-25' || era === '2026-07-28'));

/** Checks a healthy server on the transports and in the eras of one circle. */
export function describeHealthy(circle: 'test' | 'drill'): void {
  describe('a healthy server', () => {
    it.each(PLACES.filter((place) => isDaily(place) === (circle === 'test')))(
      'has nothing to be found on $transport in $era',
      async (where) => {
        const report = await checkSample(where);
        expect(report.unreachable).toBeUndefined();
        expect(findingsOf(report)).toEqual([]);
        expect(report.removed).toBe(0);
      },
    );
  });
}
