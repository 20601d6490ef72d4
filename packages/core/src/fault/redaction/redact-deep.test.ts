import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, REDACTED } from './index.js';

const { redactDeep } = createRedactor({ secrets: ['hunter2hunter2'] });
const X = REDACTED;

describe('redactDeep', () => {
  it('masks whole texts and numbers under sensitive names, at any depth', () => {
    expect(
      redactDeep({
        password: 'correct horse',
        apiKey: 12345,
        DB_PASS: 'x',
        passwords: ['a', 'b'],
        credentials: { user: 'bob', value: 'x', active: true, note: null },
        'X-Api-Key': 7n,
        secret: '',
      }),
    ).toEqual({
      password: X,
      apiKey: X,
      DB_PASS: X,
      passwords: [X, X],
      credentials: { user: X, value: X, active: true, note: null },
      'X-Api-Key': X,
      secret: '',
    });
  });

  it('leaves names that only sound sensitive, but redacts their texts', () => {
    const data = {
      token_count: 3,
      max_tokens: 100,
      secret_name: 'db-main',
      progressToken: 'abc-1',
      credential_kind: 'routeros_rest',
      pass: 12,
      primary_key: 'id',
    };
    expect(redactDeep(data)).toBe(data);
    expect(redactDeep({ password_reset_url: 'https://x/?token=abc' })).toEqual({
      password_reset_url: `https://x/?token=${X}`,
    });
  });

  it('gives a clean value back itself, and a copy of a dirty one without touching it', () => {
    const clean = { a: [1, 'two', { three: null }], b: undefined };
    expect(redactDeep(clean)).toBe(clean);
    const dirty = Object.freeze({ a: Object.freeze(['Bearer abc123']), b: clean });
    const copy = redactDeep(dirty) as typeof dirty;
    expect(copy).toEqual({ a: [`Bearer ${X}`], b: clean });
    expect(copy.b).toBe(clean);
  });

  it('redacts keys, and keeps two that become the same', () => {
    expect(redactDeep({ hunter2hunter2: 1, 'a hunter2hunter2': 2 })).toEqual({
      [X]: 1,
      [`a ${X}`]: 2,
    });
    expect(
      redactDeep(
        new Map([
          ['ghp_0123456789abcdefghij', 1],
          ['ghp_0123456789abcdefghik', 2],
        ]),
      ),
    ).toEqual({
      [X]: 1,
      [`${X}#2`]: 2,
    });
  });

  it('turns values without a JSON form into JSON', () => {
    const date = new Date(0);
    expect(
      redactDeep([
        10n,
        Symbol('s'),
        () => 1,
        new Map([['password', 'x']]),
        new Set(['a']),
        date,
        /x/,
        new Uint8Array(2),
      ]),
    ).toEqual([
      '10',
      'Symbol(s)',
      '[Function]',
      { password: X },
      ['a'],
      '1970-01-01T00:00:00.000Z',
      '/x/',
      '[Binary]',
    ]);
    expect(redactDeep(new Date(Number.NaN))).toBe(null);
    expect(redactDeep(new TypeError('password=x'))).toEqual({
      name: 'TypeError',
      message: `password=${X}`,
    });
    expect(redactDeep({ toJSON: () => ({ token: 'x' }) })).toEqual({ token: X });
  });

  it('stops at cycles, depth and width', () => {
    const cyclic: Record<string, unknown> = { a: 1 };
    cyclic['self'] = [cyclic];
    expect(redactDeep(cyclic)).toEqual({ a: 1, self: ['[Circular]'] });

    let deep: unknown = 'end';
    for (let i = 0; i < 10_000; i++) deep = { deep };
    expect(JSON.stringify(redactDeep(deep))).toBe(
      `${'{"deep":'.repeat(32)}"[Too deep]"${'}'.repeat(32)}`,
    );

    const wide = redactDeep(Array.from({ length: 5000 }, () => 1)) as unknown[];
    expect(wide).toHaveLength(1001);
    expect(wide.at(-1)).toBe('… 4000 more');
    const record = redactDeep({ ...Array(5000).fill(1) }) as Record<string, unknown>;
    expect(Object.keys(record)).toHaveLength(1001);
    expect(record['…']).toBe('4000 more');

    let shared: unknown = 'x';
    for (let i = 0; i < 30; i++) shared = [shared, shared];
    const lists = JSON.stringify(redactDeep(shared)).split('[');
    expect(lists.filter((text) => !text.startsWith('Too large]'))).toHaveLength(50_001);
  });

  it('survives getters and proxies that throw, and never gives an object with getters back', () => {
    const refuse = () => {
      throw new Error('no');
    };
    const getter = Object.defineProperty({ ok: 1 }, 'bad', { enumerable: true, get: refuse });
    expect(redactDeep(getter)).toEqual({ ok: 1, bad: '[Unreadable]' });
    expect(redactDeep({ inner: new Proxy({}, { get: refuse, ownKeys: refuse }) })).toEqual({
      inner: '[Unreadable]',
    });
    expect(redactDeep({ toJSON: refuse })).toBe('[Unreadable]');
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(redactDeep(proxy)).toBe('[Unreadable]');
    const changing = Object.defineProperty({}, 'x', { enumerable: true, get: () => 'fine' });
    expect(redactDeep(changing)).not.toBe(changing);
  });

  it('keeps a __proto__ member an ordinary member', () => {
    const copy = redactDeep(JSON.parse('{"__proto__":{"password":"x"}}')) as object;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(JSON.stringify(copy)).toBe(`{"__proto__":{"password":"${X}"}}`);
    const ordinary = { writable: true, enumerable: true, configurable: true };
    expect(Object.getOwnPropertyDescriptor(copy, '__proto__')).toMatchObject(ordinary);
  });

  it('never throws and returns valid JSON, for any value', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withTypedArray: true,
      withSparseArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        JSON.stringify(redactDeep(value));
      }),
    );
  });
});
