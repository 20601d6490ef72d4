import { routeros } from '@errata/catalogs/routeros';
import { describe, expect, it } from 'vitest';
import { expectNoSecret, faultOf } from './index.js';

const fault = (cause: Error) => routeros.UNAUTHORIZED({}, { cause });

describe('the helpers of tests can fail', () => {
  it('where there is no fault', async () => {
    const thrown = fault(new Error('why'));
    expect(await faultOf(Promise.reject(thrown))).toBe(thrown);
    await expect(faultOf(Promise.resolve(1))).rejects.toThrow('Expected a fault');
    await expect(faultOf(Promise.reject(new Error('other')))).rejects.toThrow('other');
  });

  it('where a secret is shown, also by a cause', () => {
    const leaking = fault(new Error('outer', { cause: new Error('it is hunter2') }));
    expect(() => expectNoSecret(leaking, 'absent', 'hunter2')).toThrow('hunter2');
    expect(() => expectNoSecret(leaking, 'absent')).not.toThrow();
  });
});
