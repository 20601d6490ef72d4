import { describe, expect, it } from 'vitest';
import { FRAMING_BREAKAGES } from '../../testing/breakages/framing.js';
import { REQUESTS_BREAKAGES } from '../../testing/breakages/requests.js';
import { NOTIFICATIONS_BREAKAGES } from '../../testing/breakages/notifications.js';
import { checkSample, findingsOf, resultsOf } from '../../testing/check-sample.js';
import { FRAMING_CASES } from './index.js';
import { REQUESTS_CASES } from '../requests/index.js';
import { NOTIFICATIONS_CASES } from '../notifications/index.js';

const CASES = [...FRAMING_CASES, ...REQUESTS_CASES, ...NOTIFICATIONS_CASES];
const BREAKAGES = [...FRAMING_BREAKAGES, ...REQUESTS_BREAKAGES, ...NOTIFICATIONS_BREAKAGES];
const on = process.env['MINE'] === '1';
const ERAS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', 'jsonrpc'] as const;
const WIRES = ['stdio', 'tcp', 'http'] as const;
describe.runIf(on)('mine', () => {
  it('ids', () => expect(BREAKAGES.map(({ id }) => id).sort()).toEqual(CASES.map(({ id }) => id).sort()));
  it.each(WIRES.flatMap((transport) => ERAS.map((era) => ({ transport, era }))))('healthy $transport $era', async (where) => {
    const report = await checkSample(where, undefined, { cases: CASES });
    const no = resultsOf(report).filter((r) => r.verdict === 'not observed').map((r) => `${r.id} ${r.why}`);
    console.log(`NOTOBS ${where.transport} ${where.era}: ${no.join(' | ')}`);
    expect(findingsOf(report)).toEqual([]);
  });
  it.each(BREAKAGES)('broken $id', async (broken) => {
    const report = await checkSample(broken, broken, { cases: CASES });
    const found = findingsOf(report);
    console.log(`FOUND ${found.join('\nFOUND     ')}`);
    expect(found.map((f) => f.split(': ')[0])).toEqual([broken.id]);
  });
});
