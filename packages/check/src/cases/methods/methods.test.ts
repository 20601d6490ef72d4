import { describe, expect, it } from 'vitest';
import { METHODS_BREAKAGES } from '../../testing/breakages/methods.js';
import { healthyVerdict } from '../../testing/healthy-verdict.js';

describe('a healthy server', () => {
  it.each(METHODS_BREAKAGES)('is seen to keep $id where a broken one does not', async (broken) => {
    expect(await healthyVerdict(broken)).toBe('pass');
  });
});
