import { expect, it } from 'vitest';
import { isDeclaredResult } from './results.js';

it.each([
  [{ ok: false, error_code: 'POLICY_REJECTED' }, true],
  [{ ok: false, error_code: 'DEPENDENCY_MISSING', message: 'x' }, true],
  [{ ok: true, error_code: 'POLICY_REJECTED' }, false],
  [{ ok: false, error_code: 'POLICY_REJECT' }, false],
  [{ ok: false }, false],
  [undefined, false],
])('%j is a declared result: %s', (structuredContent, expected) => {
  expect(isDeclaredResult(structuredContent)).toBe(expected);
});
