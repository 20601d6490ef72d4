import { it } from 'vitest';
import { BREAKAGES } from '../../testing/breakages/index.js';
import { checkSample, resultsOf } from '../../testing/check-sample.js';
import type { Case } from '../../case.js';
import { CASES } from '../index.js';

const spent = new Map<string, number>();
const timed: readonly Case[] = CASES.map((each) => ({ ...each, async run(probe) {
  const t = performance.now();
  try { return await each.run(probe); } finally { spent.set(each.id, (spent.get(each.id) ?? 0) + performance.now() - t); }
} }));
const bad = async (where: Parameters<typeof checkSample>[0], b?: Parameters<typeof checkSample>[1]) =>
  resultsOf(await checkSample(where, b, { cases: timed })).filter((r) => r.verdict === 'fail' || r.verdict === 'warn');
it('all', { timeout: 500000 }, async () => {
  const healthy = new Map<string, string[]>();
  for (const b of BREAKAGES.filter(({ id }) => /leaks|retry|cancel|although/.test(id))) {
    const key = `${b.era} ${b.transport}`;
    if (!healthy.has(key)) { healthy.set(key, (await bad(b)).map((r) => r.id)); process.stdout.write(`healthy ${key}: ${healthy.get(key)!.join(', ')}\n`); }
    const found = (await bad(b, b)).filter((r) => !healthy.get(key)!.includes(r.id));
    const ok = found.length === 1 && found[0]!.id === b.id;
    process.stdout.write(`${ok ? 'OK ' : 'BAD'} ${b.id} ${ok ? found[0]!.why : JSON.stringify(found.map((r) => [r.id, r.why]))}\n`);
  }
  for (const [id, ms] of [...spent].sort((a, b) => b[1] - a[1]).slice(0, 25)) process.stdout.write(`TIME ${Math.round(ms)} ${id}\n`);
});
