import { describe, expect, it } from 'vitest';
import { findingsOf, SEVERITY, stateOf, whysOf } from './findings.js';
import { resultOf, targetOf } from './testing/build.js';

it('ranks leaks first, then the end of the server, ordinary calls, and unusual input last', () => {
  const order = Object.entries(SEVERITY).sort(([, a], [, b]) => a - b);
  expect(order.map(([group]) => group)).toEqual([
    'leaks',
    'abuse',
    'answers',
    'process',
    'silent',
    'messages',
    'arguments',
    'methods',
    'cancellation',
    'retry',
    'http',
    'lifecycle',
    'codes',
    'requests',
    'framing',
    'notifications',
    'batches',
    'ids',
  ]);
  expect(new Set(Object.values(SEVERITY)).size).toBe(order.length);
});

describe('findingsOf', () => {
  it('puts failures before warnings, and within them what hurts most first', () => {
    const target = targetOf([
      resultOf({ id: 'w-ids', group: 'ids', verdict: 'warn' }),
      resultOf({ id: 'w-abuse', group: 'abuse', verdict: 'warn' }),
      resultOf({ id: 'p', verdict: 'pass' }),
      resultOf({ id: 'jsonrpc/5/answers-large-id', group: 'answers', verdict: 'fail' }),
      resultOf({ id: 'f-ids', group: 'ids', verdict: 'fail' }),
      resultOf({ id: 'f-ids-too', group: 'ids', verdict: 'fail' }),
      resultOf({ id: 'f-leaks', group: 'leaks', verdict: 'fail' }),
      resultOf({ id: 'f-process', group: 'process', verdict: 'fail' }),
    ]);
    const ids = findingsOf(target, ['fail', 'warn']).map(({ first }) => first.id);
    const unusual = ['jsonrpc/5/answers-large-id', 'f-ids', 'f-ids-too'];
    expect(ids).toEqual(['f-leaks', 'f-process', ...unusual, 'w-abuse', 'w-ids']);
  });

  it('tells a case of several revisions once, and verdicts apart', () => {
    const target = targetOf([
      resultOf({ id: 'a', verdict: 'fail', era: '2025-06-18' }),
      resultOf({ id: 'a', verdict: 'fail', era: '2025-11-25' }),
      resultOf({ id: 'a', verdict: 'known', era: '2026-07-28' }),
    ]);
    expect(findingsOf(target, ['fail', 'known']).map(({ eras }) => eras)).toEqual([
      ['2025-06-18', '2025-11-25'],
      ['2026-07-28'],
    ]);
  });
});

describe('what is said about a finding', () => {
  const finding = (...more: Parameters<typeof resultOf>[0][]) =>
    findingsOf(targetOf(more.map((each) => resultOf({ verdict: 'fail', ...each }))), ['fail'])[0]!;

  it('names the revisions where they differ', () => {
    const differ = finding({ era: '2025-11-25', why: 'a' }, { era: '2026-07-28', why: 'b' });
    expect(whysOf(differ)).toEqual(['2025-11-25: a', '2026-07-28: b']);
    const agree = finding({ era: '2025-11-25', why: 'a' }, { era: '2026-07-28', why: 'a' });
    expect(whysOf(agree)).toEqual(['a']);
  });

  it('knows the worst state of the connection', () => {
    expect(stateOf(finding({}))).toBe('open');
    expect(stateOf(finding({ connection: 'silent' }))).toBe('silent');
    expect(
      stateOf(finding({ connection: 'silent' }, { connection: 'closed', era: '2026-07-28' })),
    ).toBe('closed');
  });
});
