import { describe, expect, it } from 'vitest';
import { ERAS } from '../era/index.js';
import { createParser } from './index.js';
import { exceedsBytes, exceedsDepth } from './limits.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('exceedsBytes', () => {
  it.each([
    ['abc', 3],
    ['é', 2],
    ['\u007f\u0080\u07ff\u0800', 8],
    ['€', 3],
    ['😀', 4],
    ['\ud800', 3],
    ['\ud800x😀\udc00', 11],
    ['a\udc00', 4],
    ['\ud800\ue000', 6],
    ['', 0],
  ])('counts %j as UTF-8 does', (text, bytes) => {
    expect(exceedsBytes(text, bytes)).toBe(false);
    expect(exceedsBytes(text, bytes - 1)).toBe(true);
    expect(new TextEncoder().encode(text)).toHaveLength(bytes);
  });
});

describe('exceedsDepth', () => {
  it('counts nested arrays and objects, not brackets', () => {
    expect(exceedsDepth(nested(5), 5)).toBe(false);
    expect(exceedsDepth(nested(6), 5)).toBe(true);
    expect(exceedsDepth('[[],[],[],[],[],[],[],[]]', 5)).toBe(false);
    expect(exceedsDepth('[[[[[]]]],[]]', 5)).toBe(false);
    expect(exceedsDepth('{"a":[{"b":[{"c":[1]}]}]}', 5)).toBe(true);
  });

  it('does not count brackets inside strings', () => {
    expect(exceedsDepth('["[[[[[[[[[[\\"[[[[[[[["]', 5)).toBe(false);
    expect(exceedsDepth('["[[[[[[[[[[[[[[[[[[[[[[', 5)).toBe(false);
  });
});

describe('the limits of a parser', () => {
  const request = '{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":"é"}}';

  it('name the exceeded limit and keep the id, in every era, for text and bytes', () => {
    const encoded = new TextEncoder().encode(request);
    for (const era of ERAS) {
      for (const input of [request, encoded]) {
        const exact = createParser({ era, limits: { maxBytes: encoded.length } });
        expect(exact(input)).toMatchObject({ kind: 'request' });
        const small = createParser({ era, limits: { maxBytes: encoded.length - 1 } });
        expect(small(input)).toMatchObject({ problem: 'too-large', id: '1', answerable: true });
        const flat = createParser({ era, limits: { maxDepth: 1 } });
        expect(flat(input)).toMatchObject({ problem: 'too-deep', id: '1', answerable: true });
      }
    }
  });

  it('do not keep an id that the era forbids or that was damaged', () => {
    const parse = createParser({ era: '2025-11-25', limits: { maxBytes: 10 } });
    expect(parse('{"id":1.5,"method":"a"}')).toMatchObject({ problem: 'too-large', id: undefined });
    const damaged = Uint8Array.of(...new TextEncoder().encode('{"id":"'), 0xff, 0x22, 0x7d, 0x20);
    expect(parse(damaged)).toMatchObject({ problem: 'too-large', id: undefined });
  });

  it('stop expensive inputs by default', () => {
    const parse = createParser({ era: 'jsonrpc' });
    expect(parse(nested(128))).not.toMatchObject({ problem: 'too-deep' });
    expect(parse(nested(129))).toMatchObject({ problem: 'too-deep' });
    expect(parse('x'.repeat(16 * 1024 * 1024 + 1))).toMatchObject({ problem: 'too-large' });
  });

  it('can be removed', () => {
    const parse = createParser({ era: 'jsonrpc', limits: { maxDepth: Infinity } });
    const deep = `{"jsonrpc":"2.0","params":{"id":${nested(100_000)}},"id":1,"method":"a"}`;
    expect(parse(deep)).toMatchObject({ kind: 'request', id: '1' });
  });
});
