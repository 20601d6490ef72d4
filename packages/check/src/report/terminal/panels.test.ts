import { describe, expect, it } from 'vitest';
import type { ModelView } from '../../run/results.js';
import { findingsOf } from '../findings.js';
import { NO_COLORS, resultOf, targetOf } from '../testing/build.js';
import { createPanels, isLike, isLikeView, isSameView, sharedTail } from './evidence.js';

describe('isLike', () => {
  it.each([
    ['MCP error -32602: Tool a not found', 'MCP error -32602: Tool b not found', true],
    ['MCP error -32603: Internal error', 'MCP error -32602: No such article', false],
    ['', 'word', false],
    ['', '', true],
    ['constructor __proto__ x', 'constructor __proto__ y', true],
  ])('%j and %j: %j', (a, b, like) => {
    expect(isLike(a, b)).toBe(like);
    expect(isLike(b, a)).toBe(like);
  });
});

describe('views', () => {
  const view = (call: string, ...shown: (readonly [string, string])[]) => ({
    call,
    shown: shown.map(([name, text]) => ({ names: [name], text, tokens: [1] })),
  });

  it('are the same whatever was called', () => {
    expect(isSameView(view('a', ['H', 'no']), view('b', ['H', 'no']))).toBe(true);
    expect(isSameView(view('a', ['H', 'no']), view('a', ['I', 'no']))).toBe(false);
  });

  it('are alike only where the same hosts show something alike', () => {
    const one = view('a', ['H', 'Tool a not found'], ['I', '']);
    expect(isLikeView(one, view('b', ['H', 'Tool b not found'], ['I', '']))).toBe(true);
    expect(isLikeView(one, view('b', ['H', 'Tool b not found'], ['J', '']))).toBe(false);
    expect(isLikeView(one, view('b', ['H', 'Tool b not found'], ['I', 'x']))).toBe(false);
    expect(isLikeView(one, view('b', ['H', 'Tool b not found']))).toBe(false);
  });
});

it.each([
  ['abc', 'xbc', 2],
  ['abc', 'abc', 3],
  ['', 'abc', 0],
  ['abc', 'abd', 0],
])('%j and %j share a tail of so many characters', (a, b, count) =>
  expect(sharedTail(a, b)).toBe(count),
);

const view = (call: string, ...texts: string[]): ModelView => ({
  call,
  hosts: texts.map((text, index) => ({
    id: `h${index}`,
    name: `Host ${'ABC'[index]}`,
    text,
    ...(text === '' && { nothing: 'the call throws in the program' }),
    tokens: text.length,
  })),
});

/** The panels of some findings, one after another. */
function tell(findings: readonly (readonly ModelView[])[], verbose = false): string[][] {
  const panels = createPanels({ columns: 80, colors: NO_COLORS, verbose });
  const results = findings.map((views, index) =>
    resultOf({ id: `case/${index}`, verdict: 'fail', views }),
  );
  return findingsOf(targetOf(results), ['fail']).map(panels);
}

const NOT_FOUND = 'MCP error -32602: Tool a not found';

describe('createPanels', () => {
  it('reports what was shown already by the name of who showed it', () => {
    expect(
      tell([
        [view('tools/call a', NOT_FOUND, NOT_FOUND, '')],
        [view('tools/call b', NOT_FOUND, NOT_FOUND, '')],
        [view('tools/call c', ...Array<string>(2).fill(NOT_FOUND.replace(' a ', ' c ')), '')],
        [view('tools/call d', 'Out of order', 'Out of order', '')],
      ]),
    ).toEqual([
      [
        '  model   What the model sees of tools/call a:',
        `          Host A, Host B (34 tokens): ${NOT_FOUND}`,
        '          Host C: nothing: the call throws in the program',
      ],
      ['  model   as for case/0 above'],
      ['  model   much as for case/0 above'],
      [
        '  model   What the model sees of tools/call d:',
        '          Host A, Host B (12 tokens): Out of order',
        '          Host C: nothing: the call throws in the program',
      ],
    ]);
  });

  it('reports only the first of several similar failures', () => {
    const likes = ['a', 'b', 'c'].map((name) => view(name, NOT_FOUND.replace(' a ', ` ${name} `)));
    expect(tell([likes])).toEqual([
      [
        '  model   What the model sees of a:',
        `          Host A (34 tokens): ${NOT_FOUND}`,
        '          and 2 more like it',
      ],
    ]);
  });

  it('reports two of several different failures', () => {
    const others = ['no', 'never', 'not', 'nowhere'].map((text) => view('a', text));
    expect(tell([others])).toEqual([
      [
        '  model   What the model sees of a:',
        '          Host A (2 tokens): no',
        '  model   What the model sees of a:',
        '          Host A (5 tokens): never',
        '          and 2 more',
      ],
    ]);
  });

  it('shows once what hosts put behind words of their own', () => {
    const long = `it went wrong at ${'x'.repeat(100)}`;
    expect(tell([[view('a', `MCP: ${long}`, `Call of RPC: ${long}`, 'short')]])).toEqual([
      [
        '  model   What the model sees of a:',
        '          Host A (122 tokens): MCP: it went wrong at',
        `          │ ${'x'.repeat(68)}`,
        `          │ ${'x'.repeat(32)}`,
        `          Host B (130 tokens): Call of RPC: it went wrong at`,
        `          │ ${'x'.repeat(21)} … 130 characters`,
        '          Host C (5 tokens): short',
      ],
    ]);
  });

  it('reports everything where it is asked to', () => {
    const answer = tell(
      [[view('a', NOT_FOUND), view('b', NOT_FOUND)], [view('c', NOT_FOUND)]],
      true,
    );
    expect(answer.flat().filter((line) => line.includes(NOT_FOUND))).toHaveLength(3);
  });
});
