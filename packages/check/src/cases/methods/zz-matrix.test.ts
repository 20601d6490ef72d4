import { it } from 'vitest';
import { LIFECYCLE_BREAKAGES } from '../../testing/breakages/lifecycle.js';
import { METHODS_BREAKAGES } from '../../testing/breakages/methods.js';
import { checkSample, findingsOf, resultsOf } from '../../testing/check-sample.js';
import { CASES } from '../index.js';
const cases = CASES.map((c) => ({
  ...c,
  run: async (p: any) => {
    try {
      return await c.run(p);
    } catch (e) {
      return { kind: 'not observed' as const, why: `threw ${String(e)}` };
    }
  },
}));
it('matrix', { timeout: 500000 }, async () => {
  const healthy = new Map<string, Set<string>>();
  let bad = 0;
  for (const b of [...LIFECYCLE_BREAKAGES, ...METHODS_BREAKAGES]) {
    const key = `${b.era} ${b.transport}`;
    if (!healthy.has(key)) {
      const f = findingsOf(await checkSample(b, undefined, { cases }));
      console.log('HEALTHY', key, f);
      healthy.set(key, new Set(f.map((x) => x.split(': ')[0]!)));
    }
    const report = await checkSample(b, b, { cases });
    const f = findingsOf(report).filter((x) => !healthy.get(key)!.has(x.split(': ')[0]!));
    if (f.length !== 1 || !f[0]!.startsWith(b.id + ': ')) {
      bad++;
      console.log(
        'BAD',
        b.id,
        f,
        resultsOf(report).find((r) => r.id === b.id)?.why,
        report.unreachable,
      );
    } else if (process.env['WHY']) console.log(f[0]);
  }
  console.log('bad', bad);
});
