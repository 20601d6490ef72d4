import { ERAS } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { ToolResultErrorCode } from './namespaces.js';
import {
  degradedResult,
  failedResult,
  isDeclaredResult,
  okResult,
  redirectResult,
  rejectResult,
  toToolResult,
} from './results.js';

const rejected = rejectResult({
  error_code: ToolResultErrorCode.POLICY_REJECTED,
  message: 'the space weird:x has an unknown prefix',
});
const failed = failedResult({
  error_code: ToolResultErrorCode.DEPENDENCY_MISSING,
  message: 'the evidence module is not installed',
});

describe('the forms of §1.2', () => {
  it('says ok: true with the fields of the tool', () => {
    expect(okResult({ memory_id: 'm-1' })).toEqual({ ok: true, memory_id: 'm-1' });
  });

  it('says ok: false and action reject for a decision against the call', () => {
    expect(rejected).toEqual({
      ok: false,
      action: 'reject',
      error_code: 'POLICY_REJECTED',
      message: 'the space weird:x has an unknown prefix',
    });
  });

  it('says ok: true and action redirect, with the outbox id, for what waits in the outbox', () => {
    expect(redirectResult({ outbox_id: 7 })).toEqual({
      ok: true,
      action: 'redirect',
      outbox_id: 7,
    });
  });

  it('says degraded: true beside the results', () => {
    expect(degradedResult({ results: [{ id: 1 }] })).toEqual({
      ok: true,
      degraded: true,
      results: [{ id: 1 }],
    });
  });

  it('does not let a field of the caller turn a rejection into a success', () => {
    const sly = { ...rejected, ok: true } as unknown as typeof rejected;
    expect(rejectResult(sly).ok).toBe(false);
  });
});

describe('results on the tool surface', () => {
  it.each(ERAS)('counts ok: false as a failure on %s', (era) => {
    expect(toToolResult(rejected, era).isError).toBe(true);
    expect(toToolResult(failed, era).isError).toBe(true);
  });

  it.each(ERAS)('does not count a success, a redirect or a degraded answer as one on %s', (era) => {
    for (const result of [
      okResult({}),
      redirectResult({ outbox_id: 'o-1' }),
      degradedResult({ results: [] }),
    ]) {
      expect(toToolResult(result, era)).not.toHaveProperty('isError');
    }
  });

  it.each([
    [rejected, 'POLICY_REJECTED: the space weird:x has an unknown prefix'],
    [failed, 'DEPENDENCY_MISSING: the evidence module is not installed'],
    [
      degradedResult({ results: [] }),
      'DEGRADED: OpenMemory is not available; these results are from the Logbook.',
    ],
    [redirectResult({ outbox_id: 7 }), 'REDIRECTED: not stored yet, it waits in the outbox as 7.'],
  ])('says in the first line what is not as asked: %j', (result, line) => {
    const [first, json] = toToolResult(result, '2025-11-25').content[0].text.split('\n');
    expect(first).toBe(line);
    expect(JSON.parse(json!)).toEqual(result);
  });

  it('keeps the first line on one line for any message', () => {
    const result = failedResult({ ...failed, message: 'two\nlines\r\nhere' });
    expect(toToolResult(result, '2025-11-25').content[0].text).toMatch(
      /^DEPENDENCY_MISSING: two lines here\n\{/,
    );
  });

  it('gives the plain JSON of a success, and the same as structured content', () => {
    const result = okResult({ memory_id: 'm-1' });
    expect(toToolResult(result, '2025-11-25')).toEqual({
      content: [{ type: 'text', text: '{"ok":true,"memory_id":"m-1"}' }],
      structuredContent: { ok: true, memory_id: 'm-1' },
    });
  });

  it('says resultType where the era wants it', () => {
    expect(toToolResult(failed, '2026-07-28').resultType).toBe('complete');
    expect(toToolResult(failed, '2025-11-25')).not.toHaveProperty('resultType');
  });
});

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
