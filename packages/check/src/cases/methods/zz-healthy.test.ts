import { it } from 'vitest';
import { checkSample, resultsOf } from '../../testing/check-sample.js';
import { METHODS_CASES } from './index.js';
import { LIFECYCLE_CASES } from '../lifecycle/index.js';
it('healthy', { timeout: 500000 }, async () => {
  const passed = new Set<string>();
  for (const transport of ['stdio', 'http', 'tcp'] as const)
    for (const era of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', 'jsonrpc'] as const)
      for (const r of resultsOf(await checkSample({ era, transport }, undefined, { cases: [...LIFECYCLE_CASES, ...METHODS_CASES] }))) {
        if (r.verdict === 'pass') passed.add(r.id);
        else if (r.verdict !== 'not applicable' || !/^(no rule|not on)/.test(r.why ?? '')) console.log(transport, era, r.verdict, r.id, r.why);
      }
  console.log('NEVER PASSED', [...LIFECYCLE_CASES, ...METHODS_CASES].map((c) => c.id).filter((id) => !passed.has(id)), LIFECYCLE_CASES.length, METHODS_CASES.length);
});
