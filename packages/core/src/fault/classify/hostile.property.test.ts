import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STRATEGIES } from '../definition.js';
import { type Fault, isFault, isRef } from '../fault.js';
import { describeCause } from './cause-chain.js';
import { classify } from './classify.js';
import { GENERIC } from './generic.js';

const SECRET = 'the key is sk-live-5f1c';

function refuse(): never {
  throw new Error(SECRET);
}

const traps: ProxyHandler<object> = {
  get: refuse,
  has: refuse,
  ownKeys: refuse,
  getPrototypeOf: refuse,
  getOwnPropertyDescriptor: refuse,
};

/** Built anew for each run, as revoking and reading change them. */
const hostile: readonly (() => unknown)[] = [
  () => new Proxy({}, traps),
  () => new Proxy(() => {}, traps),
  () => new Proxy([], traps),
  () => new Proxy(new Error(SECRET), traps),
  () => new Proxy({}, { get: () => 1 }),
  () => new Proxy({}, { get: () => SECRET }),
  () =>
    new Proxy({}, { get: (_, key) => (key === 'length' ? 2 ** 52 : key === 'cause' ? {} : []) }),
  () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return proxy;
  },
  () =>
    Object.defineProperties(new Error(SECRET), {
      stack: { get: refuse }, // first: V8 asks for the name to make it
      name: { get: refuse },
      code: { get: refuse },
      cause: { get: refuse },
      message: { get: refuse },
    }),
  () => ({ then: refuse, message: SECRET }),
  () => ({ toString: refuse, [Symbol.toPrimitive]: refuse, message: SECRET }),
  () => ({
    issues: new Proxy([{ message: SECRET }], {
      get: (t, k) => (k === '0' ? refuse() : Reflect.get(t, k)),
    }),
  }),
  () => ({ status: 429, headers: { [Symbol.toStringTag]: 'Headers', get: refuse } }),
  () => ({ [Symbol.for('dev.errata.fault')]: 1, definition: null }),
  () => ({
    [Symbol.for('dev.errata.fault')]: 1,
    definition: GENERIC.TIMEOUT,
    context: {},
    title: 'x',
    adoptRef: refuse,
    get given() {
      return refuse();
    },
  }),
];

const FIELDS = [
  'code',
  'errno',
  'errcode',
  'status',
  'statusCode',
  'syscall',
  'severity',
  'name',
  'cause',
  'errors',
  'response',
  'headers',
];
const WORDS = [
  'ECONNREFUSED',
  'ENOENT',
  'ERR_SQLITE_ERROR',
  '23505',
  '53300',
  'AbortError',
  'TimeoutError',
  'connect',
  SECRET,
];

const NUMBERS = [20, 23, 404, 429, 503, 11000, -32000];

type Make = () => unknown;

/** Makers, not values: fast-check looks into values, and a revoked proxy does not let it. */
const { make: makers } = fc.letrec<{ make: Make }>((tie) => ({
  make: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc
      .anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true })
      .map((value) => () => value),
    fc.constantFrom(...hostile),
    fc
      .dictionary(
        fc.constantFrom(...FIELDS),
        fc.oneof(
          tie('make'),
          fc.constantFrom<unknown>(...WORDS, ...NUMBERS).map((value) => () => value),
          fc.integer().map((value) => () => value),
        ),
      )
      .map(
        (made) => () =>
          Object.fromEntries(Object.entries(made).map(([key, make]) => [key, make()])),
      ),
    fc.array(tie('make')).map(
      (made) => () =>
        new AggregateError(
          made.map((make) => make()),
          SECRET,
        ),
    ),
    tie('make').map((make) => () => new Error(SECRET, { cause: make() })),
  ),
}));

function check(thrown: unknown): void {
  for (const input of [false, true]) checkFault(thrown, classify(thrown, { input }));
}

function checkFault(thrown: unknown, fault: Fault): void {
  expect(isFault(fault)).toBe(true);
  expect([-32602, -32603]).toContain(fault.code);
  expect(fault.domain).toBe('errata');
  expect(Object.hasOwn(GENERIC, fault.reason)).toBe(true);
  expect(STRATEGIES).toContain(fault.strategy);
  expect(typeof fault.retryable).toBe('boolean');
  expect(isRef(fault.ref)).toBe(true);
  expect(fault.cause === thrown || Number.isNaN(thrown)).toBe(true);
  for (const text of [fault.title, fault.details, fault.message, String(fault)]) {
    expect(typeof text).toBe('string');
    expect(text).not.toContain('live-5f1c');
    expect(text.length).toBeLessThan(1_000);
  }
  expect([undefined, 'number']).toContain(
    fault.retryAfter === undefined ? undefined : typeof fault.retryAfter,
  );
  const declared = new Set(fault.definition.fields.map((field) => field.name));
  for (const key of Object.keys(fault.context)) expect(declared).toContain(key);
  for (const record of describeCause(thrown)) {
    for (const value of Object.values(record)) expect(typeof value).toBe('string');
  }
}

describe('whatever is thrown', () => {
  it.each(hostile.map((make, index) => [index, make] as const))(
    'hostile value %i',
    (_index, make) => {
      check(make());
      check(new Error(SECRET, { cause: make() }));
      check(new AggregateError([make(), make()], SECRET));
      check({ response: make(), headers: make(), issues: make(), code: make(), status: make() });
      check({ issues: [{ message: SECRET, path: make() }, make()] });
      check({
        code: 'ECONNREFUSED',
        address: make(),
        errors: make(),
        socket: make(),
        port: make(),
      });
    },
  );

  it('a fault comes out whose getters work and whose texts hold nothing of it', () => {
    fc.assert(fc.property(makers, (make) => check(make())));
  });

  it('each generic definition is whole', () => {
    for (const [reason, definition] of Object.entries(GENERIC)) {
      expect(definition).toMatchObject({ domain: 'errata', reason });
      expect(definition.code).toBe(reason === 'INVALID_INPUT' ? -32602 : -32603);
      expect(definition.condition).toBeTypeOf('string');
      expect(definition.effect).toBe(reason === 'INVALID_INPUT' ? 'none' : 'unknown');
    }
  });
});
