import { describe, expect, it } from 'vitest';
import { checkSample, findingsOf } from '../testing/check-sample.js';

const ERAS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
const WIRES = ['stdio', 'tcp', 'http'] as const;

describe('a healthy server', () => {
  it.each(
    WIRES.flatMap((transport) => [...ERAS, 'jsonrpc' as const].map((era) => ({ transport, era }))),
  )('has nothing to be found on $transport in $era', async (where) => {
    const report = await checkSample(where);
    expect(report.unreachable).toBeUndefined();
    expect(findingsOf(report)).toEqual([]);
    expect(report.removed).toBe(0);
  });
});
