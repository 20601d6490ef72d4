import { describe, expect, it } from 'vitest';
import { findingsOf } from './findings.js';
import { nothingText, tokensText, viewsOf } from './grouped-views.js';
import { resultOf, targetOf } from './testing/build.js';

const host = (name: string, text: string, tokens: number, nothing?: string) => ({
  id: name,
  name,
  text,
  tokens,
  ...(nothing !== undefined && { nothing }),
});

describe('viewsOf', () => {
  it('puts hosts together that show the same, and tells a view once', () => {
    const view = {
      call: 'tools/call x',
      hosts: [
        host('A', 't', 4),
        host('B', '', 0, 'it throws'),
        host('C', 't', 5),
        host('D', '', 0, 'it throws'),
        host('E', '', 0),
      ],
    };
    const results = (['2025-11-25', '2026-07-28'] as const).map((era) =>
      resultOf({ verdict: 'fail', era, views: [view] }),
    );
    const [finding] = findingsOf(targetOf(results), ['fail']);
    expect(viewsOf(finding!)).toEqual([
      {
        call: 'tools/call x',
        shown: [
          { names: ['A', 'C'], text: 't', tokens: [4, 5] },
          { names: ['B', 'D'], text: '', nothing: 'it throws', tokens: [0] },
          { names: ['E'], text: '', tokens: [0] },
        ],
      },
    ]);
  });
});

it.each([
  [[1], '1 token'],
  [[7], '7 tokens'],
  [[7, 5], '5 to 7 tokens'],
])('reports %j as %s', (tokens, text) => expect(tokensText(tokens)).toBe(text));

it('says why there is nothing where that is known', () => {
  const group = { names: ['A'], text: '', tokens: [0] };
  expect(nothingText(group)).toBe('nothing');
  expect(nothingText({ ...group, nothing: 'it throws' })).toBe('nothing: it throws');
});
