import { describe, expect, it } from 'vitest';
import { findingsOf, stateOf, tokensText, viewsOf, whysOf } from './findings.js';
import { resultOf, targetOf } from './testing/build.js';

const host = (name: string, text: string, tokens: number) => ({ id: name, name, text, tokens });

describe('findingsOf', () => {
  it('puts failures before warnings, and groups in their order', () => {
    const target = targetOf([
      resultOf({ id: 'w', group: 'lifecycle', verdict: 'warn' }),
      resultOf({ id: 'p', verdict: 'pass' }),
      resultOf({ id: 'f-process', group: 'process', verdict: 'fail' }),
      resultOf({ id: 'f-ids', group: 'ids', verdict: 'fail' }),
    ]);
    const ids = findingsOf(target, ['fail', 'warn']).map(({ first }) => first.id);
    expect(ids).toEqual(['f-ids', 'f-process', 'w']);
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

  it('tells the worst state of the connection, and an open one not at all', () => {
    expect(stateOf(finding({}))).toBeUndefined();
    expect(stateOf(finding({ connection: 'silent' }))).toBe('the server stayed mute');
    expect(
      stateOf(finding({ connection: 'silent' }, { connection: 'closed', era: '2026-07-28' })),
    ).toBe('the server closed the connection');
  });

  it('puts hosts together that show the same, and tells a view once', () => {
    const view = {
      call: 'tools/call x',
      hosts: [host('A', 't', 4), host('B', '', 0), host('C', 't', 5)],
    };
    const both = finding(
      { era: '2025-11-25', views: [view] },
      { era: '2026-07-28', views: [view] },
    );
    expect(viewsOf(both)).toEqual([
      {
        call: 'tools/call x',
        shown: [
          { names: ['A', 'C'], text: 't', tokens: [4, 5] },
          { names: ['B'], text: '', tokens: [0] },
        ],
      },
    ]);
  });

  it.each([
    [[1], '1 token'],
    [[7], '7 tokens'],
    [[7, 5], '5 to 7 tokens'],
  ])('tells %j as %s', (tokens, text) => expect(tokensText(tokens)).toBe(text));
});
