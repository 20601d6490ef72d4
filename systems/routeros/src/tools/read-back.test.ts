import { routeros } from '@errata/catalogs/routeros';
import { describe, expect, it } from 'vitest';
import type { Device } from '../registry/device.js';
import { readBack, type Expectation } from './write-once.js';

const expectation = (look: string): Expectation<number> => ({
  ...{ look, what: 'TTL', before: 5, expected: '7' },
  device: { id: 'dev-1' } as Device,
  isMade: (now) => now === 7,
  show: String,
});

describe('readBack', () => {
  it('gives what was read', async () => {
    expect(await readBack(async () => 7, expectation('dns/get-status'))).toBe(7);
  });

  it.each([
    [5, 'none'],
    [6, 'unknown'],
  ])('is DEVICE_ERROR with both values where %i is there, effect %s', async (now, effect) => {
    await expect(readBack(async () => now, expectation('x/get'))).rejects.toMatchObject({
      reason: 'DEVICE_ERROR',
      effect,
      retryable: false,
      context: { device_id: 'dev-1', expected: '7', actual: String(now) },
      details: `The device accepted the change but did not make it: TTL: expected 7, found ${now}`,
    });
  });

  it('says that the change was made, with the reason and the context of what failed', async () => {
    const failed = routeros.TIMEOUT({ device_id: 'dev-1', retry_after: 9 }, { effect: 'none' });
    const thrown = readBack(() => Promise.reject(failed), expectation('dns/get-status'));
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
    const thrown: unknown = await readBack(() => Promise.reject(failed), expectation('x')).catch(
      (e) => e,
    );
    const { details: given } = (thrown as typeof failed).given;
    expect(typeof given === 'function' && given(() => '***')).toContain('RouterOS said ***');
  });

  it('lets everything else pass', async () => {
    const broken = new Error('broken');
    await expect(readBack(() => Promise.reject(broken), expectation('x'))).rejects.toBe(broken);
  });
});
