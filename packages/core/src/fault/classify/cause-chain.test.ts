import { describe, expect, it } from 'vitest';
import { causeChain, cut, describeCause } from './cause-chain.js';

describe('describeCause', () => {
  it('tells the operator each link, with members and codes', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const thrown = new TypeError('fetch failed', {
      cause: new AggregateError([refused, 'plain'], 'all failed', {
        cause: { code: 7, nested: {} },
      }),
    });
    const records = describeCause(thrown);
    expect(records.map(({ stack: _, ...rest }) => rest)).toEqual([
      { name: 'TypeError', message: 'fetch failed' },
      { name: 'AggregateError', message: 'all failed' },
      { name: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
      { name: 'string', message: 'plain' },
      { name: 'object', message: '{ code: 7, nested: object }', code: '7' },
    ]);
    expect(records[0]!.stack).toContain('cause-chain.test.ts');
  });

  it.each<[unknown, object]>([
    [undefined, { name: 'undefined', message: 'undefined' }],
    [null, { name: 'null', message: 'null' }],
    [Symbol('s'), { name: 'symbol', message: 'Symbol(s)' }],
    [-0, { name: 'number', message: '0' }],
    [{}, { name: 'object', message: '{}' }],
    [Object.create(null), { name: 'object', message: '{}' }],
    [
      { a: Symbol('x'), b: null },
      { name: 'object', message: '{ a: Symbol(x), b: null }' },
    ],
    [
      { name: 5, message: {}, code: {}, stack: 1 },
      { name: 'object', message: '{ name: 5, message: object, code: object, stack: 1 }' },
    ],
  ])('%o has a record of strings', (thrown, record) => {
    expect(describeCause(thrown)).toEqual([record]);
  });

  it('survives getters and traps that throw', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const hostile = Object.defineProperty({ cause: proxy, x: 1 }, 'message', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    expect(describeCause(hostile)).toEqual([
      { name: 'object', message: '{ cause: object, x: 1, message: undefined }' },
      { name: 'object', message: '{}' },
    ]);
  });

  it('is bounded: links, members, texts and keys', () => {
    const loop = new Error('a') as Error & { cause: unknown };
    loop.cause = loop;
    expect(describeCause(loop)).toHaveLength(1);
    const endless = {
      get cause() {
        return Object.create(endless) as object;
      },
    };
    expect(causeChain(endless)).toHaveLength(16);
    const crowd = new AggregateError(Array(100_000).fill('m'), 'x', { cause: 'the cause' });
    expect(causeChain(crowd)).toHaveLength(10);
    expect(causeChain(crowd).at(-1)).toBe('the cause');
    const [record] = describeCause({ message: 'word '.repeat(1_000_000), name: 'n'.repeat(1e6) });
    expect(record!.message.length).toBeLessThan(66_000);
    expect(record!.name.length).toBeLessThan(200);
    const keys = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, i]));
    expect(describeCause(keys)[0]!.message).toMatch(/k9: 9, … 990 more }$/);
    const ten = Object.fromEntries(Object.entries(keys).slice(0, 10));
    expect(describeCause(ten)[0]!.message).toMatch(/k9: 9 }$/);
  });

  it('keeps texts of 65,536 and names of 100 characters whole', () => {
    const texts = [65_536, 65_537].map((length) => ({ message: 'x'.repeat(length) }));
    expect(texts.map((thrown) => describeCause(thrown)[0]!.message.length)).toEqual([65_536, 1]);
    const names = [100, 101].map((length) => ({ name: 'x'.repeat(length), message: '' }));
    expect(names.map((thrown) => describeCause(thrown)[0]!.name.length)).toEqual([100, 1]);
  });

  it('uses the type for functions and empty names', () => {
    expect(describeCause({ name: '', message: 'm' })[0]!.name).toBe('object');
    expect(describeCause(Object.defineProperty(() => 1, 'name', { value: '' }))).toEqual([
      { name: 'function', message: 'function' },
    ]);
  });

  it('follows a function once, and the members of a SuppressedError only', () => {
    const loop = Object.assign(() => 1, { cause: undefined as unknown });
    loop.cause = loop;
    expect(causeChain(loop)).toEqual([loop]);
    const both = { error: 'a', suppressed: 'b' };
    expect(causeChain({ ...both, name: 'SuppressedError' }).slice(1)).toEqual(['a', 'b']);
    expect(causeChain({ ...both, name: 'Error' })).toHaveLength(1);
  });
});

describe('cut', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['one two three', 7, 'one two…'],
    ['one two three', 9, 'one two…'],
    ['one   two', 5, 'one…'],
    ['   one', 2, '…'],
    ['sk-live-0123456789', 8, '…'],
  ])('%o to %i', (text, limit, expected) => {
    expect(cut(text, limit)).toBe(expected);
  });
});
