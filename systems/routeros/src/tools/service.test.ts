import { openedForAll } from '@errata/testing/lifetime';
import { routeros } from '@errata/catalogs/routeros';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { getErrorRates } from './service.js';

describe('service/get-error-rates', () => {
  const lab = openedForAll(() => startLab());

  it('reports calls, failures and error types of each tool, the worst first', async () => {
    const { onCall, onFault } = lab.counter;
    const call = (tool: string, fault?: ReturnType<typeof routeros.TIMEOUT>) =>
      onCall({ method: 'tools/call', tool, milliseconds: 1, ...(fault && { fault }) });
    call('system/get-clock');
    call('system/get-overview');
    call('system/get-overview', routeros.TIMEOUT({ device_id: 'dev-1' }));
    onFault({ domain: 'routeros', mcp_error_code: 'PARSE_ERROR' } as never, undefined as never);
    const { lines, facts } = await lab.call(getErrorRates);
    expect(lines).toEqual([
      `Since ${String(facts['since'])}: 3 calls, 1 failed (33.3 %): TIMEOUT 1`,
      'system/get-overview: 2 calls, 1 failed (50.0 %): TIMEOUT 1',
      'system/get-clock: 1 call, 0 failed (0.0 %)',
    ]);
    expect(facts).toMatchObject({
      failures: 1,
      error_types: { 'routeros/PARSE_ERROR': 1 },
      items: [{ tool: 'system/get-overview', rate: 0.5 }, { tool: 'system/get-clock' }],
    });
  });
});
