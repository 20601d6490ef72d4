import { routeros } from '@errata/catalogs/routeros';
import { describe, expect, it } from 'vitest';
import { readBack } from './read-back.js';

describe('readBack', () => {
  it('gives what was read', async () => {
    expect(await readBack(async () => 7, 'dns/get-status')).toBe(7);
  });

  it('says that the change was made, with the reason and the context of what failed', async () => {
    const failed = routeros.TIMEOUT({ device_id: 'dev-1', retry_after: 9 }, { effect: 'none' });
    const thrown = readBack(() => Promise.reject(failed), 'dns/get-status');
    await expect(thrown).rejects.toMatchObject({
      reason: 'TIMEOUT',
      effect: 'done',
      retryable: false,
      strategy: 'user_action_required',
      context: { device_id: 'dev-1' },
      cause: failed,
      details: 'The change was made, but could not be read back: REST call to device timed out',
      suggestion: 'Use dns/get-status before you repeat the change',
      nextSteps: ['Use dns/get-status to see what the device has now before you repeat the change'],
    });
  });

  it('cleans a text of its secrets where the failure would have', async () => {
    const details = (redact: (text: string) => string) => `RouterOS said ${redact('hunter2')}`;
    const failed = routeros.DEVICE_ERROR({ device_id: 'dev-1' }, { details });
    const thrown: unknown = await readBack(() => Promise.reject(failed), 'x').catch((e) => e);
    const { details: told } = (thrown as typeof failed).given;
    expect(typeof told === 'function' && told(() => '***')).toContain('RouterOS said ***');
  });

  it('lets everything else pass', async () => {
    const broken = new Error('broken');
    await expect(readBack(() => Promise.reject(broken), 'x')).rejects.toBe(broken);
  });
});
