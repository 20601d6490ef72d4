import { it } from 'vitest';
import { checkSample, findingsOf } from '../testing/check-sample.js';
it('h', async () => {
  for (const w of [{ era: '2025-11-25', transport: 'stdio' }, { era: '2026-07-28', transport: 'http' }, { era: 'jsonrpc', transport: 'tcp' }] as const)
    console.log(w, findingsOf(await checkSample(w)).map((x) => x.slice(0, 700)).join('\n'));
});
