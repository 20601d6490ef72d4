import { describe, expect, it } from 'vitest';
import { boundDepth } from './bound-depth.js';
import { parseJson } from './json.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a value', () => {
  it.each([['1'], ['{"a":[{"b":null}]}'], [nested(500)]])('%.30s is left as it is', (text) =>
    expect(JSON.stringify(boundDepth(JSON.parse(text)))).toBe(text),
  );

  it('is cut where it is too deep, and only there', () => {
    const text = `{"a":${nested(100_000)},"b":[{"c":1}]}`;
    const cut = `{"a":${'['.repeat(499)}null${']'.repeat(499)},"b":[{"c":1}]}`;
    expect(JSON.stringify(parseJson(text))).toBe(cut);
  });

  it('is cut also under a hostile name', () => {
    const text = `${'{"a":'.repeat(499)}{"__proto__":{"x":1}}${'}'.repeat(499)}`;
    expect(JSON.stringify(parseJson(text))).toBe(text.replace('{"x":1}', 'null'));
  });
});
