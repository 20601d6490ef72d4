import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength } from './text.js';
import { fitData } from './fit-data.js';

const size = (value: unknown) => byteLength(JSON.stringify(value) ?? '');

describe('fitData', () => {
  it('gives a value that fits back itself', () => {
    const data = { code: -32010, details: 'short' };
    expect(fitData(data, 256)).toBe(data);
    expect(fitData(undefined, 256)).toBe(undefined);
  });

  it('shortens the longest strings first and keeps identifiers', () => {
    const data = {
      device_id: 'dev-lab-01',
      retry_after: 60,
      details: 'word '.repeat(200),
      note: 'kept',
    };
    const fitted = fitData(data, 300) as typeof data;
    expect(fitted).toMatchObject({ device_id: 'dev-lab-01', retry_after: 60, note: 'kept' });
    expect(fitted.details).toMatch(/^word .*word…$/);
    expect(size(fitted)).toBeLessThanOrEqual(300);
    expect(size(fitted)).toBeGreaterThan(280);
  });

  it('then cuts lists and says how much is missing', () => {
    const fitted = fitData(
      { code: 1, rows: Array.from({ length: 200 }, (_, i) => `row ${i}`) },
      256,
    );
    const { rows } = fitted as { rows: string[] };
    expect(rows[0]).toBe('row 0');
    expect(rows.at(-1)).toBe(`… ${200 - (rows.length - 1)} more`);
    expect(size(fitted)).toBeLessThanOrEqual(256);
  });

  it('then drops the deepest members, and keeps short scalars at the top', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`member_${i}`, { value: i }]),
    );
    const fitted = fitData({ code: -32010, reason: 'DEVICE_UNREACHABLE', nested: { wide } }, 256);
    expect(fitted).toEqual({ code: -32010, reason: 'DEVICE_UNREACHABLE', nested: { wide: {} } });
  });

  it('at last drops the largest members at the top', () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`member_${i}`, 'x'.repeat(60)]),
    );
    const fitted = fitData({ ...many, code: 7, id: 'a' }, 256);
    expect(fitted).toMatchObject({ code: 7, id: 'a' });
    expect(size(fitted)).toBeLessThanOrEqual(256);
  });

  it('cuts a single text, and survives values without a JSON form', () => {
    expect(size(fitData('\u0001'.repeat(5000), 256))).toBeLessThanOrEqual(256);
    const cyclic: Record<string, unknown> = { big: 10n };
    cyclic['self'] = cyclic;
    expect(fitData(cyclic, 256)).toEqual({ big: '10', self: '[Circular]' });
    let deep: unknown = 'end';
    for (let i = 0; i < 20_000; i++) deep = [deep];
    expect(size(fitData(deep, 256))).toBeLessThanOrEqual(256);
  });

  it('never throws for hostile objects', () => {
    const refuse = () => {
      throw new Error('no');
    };
    const hostile = new Proxy({}, { ownKeys: refuse, get: refuse, getPrototypeOf: refuse });
    const getter = Object.defineProperty({ ok: 1 }, 'bad', { enumerable: true, get: refuse });
    expect(fitData(hostile, 256)).toBe('[Unreadable]');
    expect(fitData(getter, 256)).toEqual({ ok: 1, bad: '[Unreadable]' });
    expect(fitData({ toJSON: refuse }, 256)).toBe('[Unreadable]');
    expect(fitData(refuse, 256)).toBe(refuse);
  });

  it('keeps a __proto__ member an ordinary member', () => {
    const data = JSON.parse(
      `{"__proto__":{"polluted":true},"text":"${'x'.repeat(500)}"}`,
    ) as object;
    const fitted = fitData(data, 300) as object;
    expect(Object.hasOwn(fitted, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(fitted)).toBe(Object.prototype);
  });

  it('fits very deep and very wide values', () => {
    for (const depth of [100, 3_000, 4_000, 5_000, 100_000]) {
      let deep: unknown = 'x'.repeat(9_000);
      for (let i = 0; i < depth; i++) deep = i % 2 === 0 ? { deep, id: i } : [deep];
      const fitted = JSON.stringify(fitData(deep, 8_192));
      expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(8_192);
    }
    const members = Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 'v'.repeat(20)] as const);
    const fitted = fitData(Object.fromEntries(members), 8_192) as object;
    expect(JSON.stringify(fitted).length).toBeLessThanOrEqual(8_192);
    expect(Object.keys(fitted)[0]).toBe('k0');
  });

  it('always fits from 256 bytes on, is the same each time, and leaves its argument alone', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
        fc.integer({ min: 256, max: 600 }),
        (value, max) => {
          const before = JSON.stringify(value);
          // Repeated, so that most of the values are too large.
          const data = {
            code: -32010,
            a: value,
            b: [value, value, value],
            c: { d: value, e: [value] },
          };
          const fitted = fitData(data, max);
          expect(size(fitted)).toBeLessThanOrEqual(max);
          expect(JSON.stringify(fitData(data, max))).toBe(JSON.stringify(fitted));
          expect(JSON.stringify(value)).toBe(before);
          expect((fitted as { code: number }).code).toBe(-32010);
          expect(size(fitData(value, max))).toBeLessThanOrEqual(max);
        },
      ),
    );
  });

  it('never throws for any value', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        (value) => {
          fitData(value, 256);
        },
      ),
    );
  });
});
