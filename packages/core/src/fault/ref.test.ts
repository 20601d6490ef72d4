import { expect, it } from 'vitest';
import { createRef, isRef } from './fault.js';

it('makes refs of corr- and 16 hexadecimal digits, no two alike', () => {
  const refs = Array.from({ length: 5000 }, createRef);
  expect(refs.every((ref) => /^corr-[0-9a-f]{16}$/.test(ref))).toBe(true);
  expect(new Set(refs).size).toBe(refs.length);
});

it.each(['corr-a1b2c3d4e5f67890'])('takes %s for a ref', (text) => expect(isRef(text)).toBe(true));

it.each([
  'corr-',
  'corr-A1B2C3D4E5F67890',
  'corr-a1b2c3d4e5f6789',
  'corr-a1b2c3d4e5f678901',
  7,
  null,
])('does not take %s for a ref', (value) => expect(isRef(value)).toBe(false));
