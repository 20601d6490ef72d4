import { routeros } from '@errata/catalogs/routeros';
import { describe, expect, it } from 'vitest';
import { writeOnce } from './write-once.js';

describe('writeOnce', () => {
  it('gives what the device answered', async () => {
    expect(await writeOnce(async () => 7, 'dns/get-status')).toBe(7);
  });

  it('names the tool that shows whether the change was made', async () => {
    const lost = routeros.DEVICE_ERROR({ device_id: 'dev-1', http_status: 500 });
    expect(lost.effect).toBe('unknown');
    await expect(writeOnce(() => Promise.reject(lost), 'dns/get-status')).rejects.toMatchObject({
      reason: 'DEVICE_ERROR',
      effect: 'unknown',
      strategy: 'report_and_abort',
      suggestion: 'Use dns/get-status before sending it again',
      nextSteps: [
        'Use dns/get-status to see whether the change was made',
        'Send it again only if the device does not have it',
      ],
      cause: lost,
    });
  });

  it.each([routeros.DEVICE_ERROR({ device_id: 'dev-1', http_status: 400 }), new Error('broken')])(
    'passes failures without an effect, and undeclared ones',
    async (thrown) => {
      await expect(writeOnce(() => Promise.reject(thrown), 'x')).rejects.toBe(thrown);
    },
  );
});
