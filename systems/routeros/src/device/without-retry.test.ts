import { routeros } from '@errata/catalogs/routeros';
import { describe, expect, it } from 'vitest';
import { withoutRetry } from './device-faults.js';

describe('withoutRetry', () => {
  it('keeps what failed and takes away when to try again', () => {
    const failed = routeros.DEVICE_UNREACHABLE(
      { device_id: 'dev-1', error_type: 'ECONNREFUSED', retry_after: 60 },
      { retryAfter: 30, effect: 'none' },
    );
    const fault = withoutRetry(failed, { effect: 'done', suggestion: 'Look first' });
    expect(fault).toMatchObject({
      reason: 'DEVICE_UNREACHABLE',
      strategy: 'user_action_required',
      retryable: false,
      effect: 'done',
      suggestion: 'Look first',
      cause: failed,
    });
    expect(fault.context).toEqual({ device_id: 'dev-1', error_type: 'ECONNREFUSED' });
    expect(fault.given).not.toHaveProperty('retryAfter');
  });
});
