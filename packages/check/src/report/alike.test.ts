import { describe, expect, it } from 'vitest';
import { isLike, isLikeView, isSameView, sharedTail } from './alike.js';

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
