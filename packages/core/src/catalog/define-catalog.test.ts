import { describe, expect, it } from 'vitest';
import type { DefinitionInput } from '../fault/index.js';
import { defineCatalog } from './define-catalog.js';
import { defineFailures, joinFailures } from './failures.js';

const demo = defineCatalog(
  'demo',
  {
    DEVICE_UNREACHABLE: {
      code: -32010,
      title: 'Device Unreachable',
      category: 'device',
      context: {
        device_id: 'string',
        management_address: 'string',
        retry_after: 'integer?',
        state: { type: 'string?', values: ['up', 'down'] },
        errors: { type: 'object[]?', items: { field: 'string', limit: 'number?' } },
      },
      details: (c) => `Cannot connect to device '${c.device_id}' at ${c.management_address}`,
      recovery: { strategy: 'retry_with_backoff', retryAfter: 60 },
      suggestions: (c) => [`Wait ${c.retry_after ?? 60} seconds`],
    },
    INTERNAL_ERROR: {
      code: -32603,
      title: 'Internal error',
      category: 'internal',
      recovery: 'report_and_abort',
    },
  },
  { unexpected: 'INTERNAL_ERROR' },
);

const GIVEN = { device_id: 'a', management_address: 'b' };

const entry = (code: number, more: Partial<DefinitionInput> = {}): DefinitionInput => ({
  code,
  title: 'T',
  category: 'c',
  recovery: 'report_and_abort',
  ...more,
});

type Options = Parameters<typeof defineCatalog>[2];

const define = (definitions: Record<string, DefinitionInput>, options: Partial<Options> = {}) =>
  defineCatalog('demo', { OOPS: entry(-32603), ...definitions }, {
    unexpected: 'OOPS',
    ...options,
  } as never);

describe('a failure of a catalog', () => {
  it('makes a fault from its context', () => {
    const fault = demo.DEVICE_UNREACHABLE({ device_id: 'a', management_address: 'b' });
    expect(fault.details).toBe("Cannot connect to device 'a' at b");
    expect(fault.suggestions).toEqual(['Wait 60 seconds']);
    expect(demo.INTERNAL_ERROR().details).toBe('Internal error');
  });

  it('is typed by its fields: the compiler requires exactly the fields of the reason', () => {
    const fault = demo.DEVICE_UNREACHABLE({ device_id: 'a', management_address: 'b', state: 'up' });
    const id: string = fault.context.device_id;
    const limit: number | undefined = fault.context.errors?.[0]?.limit;
    expect([id, limit]).toEqual(['a', undefined]);
    const missing = new TypeError('demo.DEVICE_UNREACHABLE needs device_id');
    // @ts-expect-error device_id is required
    expect(() => demo.DEVICE_UNREACHABLE({ management_address: 'b' })).toThrow(missing);
    // @ts-expect-error the context as a whole is required
    expect(() => demo.DEVICE_UNREACHABLE()).toThrow(missing);
    // @ts-expect-error no such field
    demo.DEVICE_UNREACHABLE({ device_id: 'a', management_address: 'b', nope: 1 });
    // @ts-expect-error wrong type
    demo.DEVICE_UNREACHABLE({ device_id: 7, management_address: 'b' });
    // @ts-expect-error not one of the values
    demo.DEVICE_UNREACHABLE({ device_id: 'a', management_address: 'b', state: 'sideways' });
    // @ts-expect-error no such reason
    void demo.NO_SUCH_REASON;
  });

  it.each([
    [{ detail: 'x' }, {}, 'demo.A: unknown key "detail"; did you mean details?'],
    [{ retriable: true }, {}, 'demo.A: unknown key "retriable"; did you mean retryable?'],
    [{ zzz: 1 }, {}, 'demo.A: unknown key "zzz"'],
    [{ title: undefined }, {}, 'demo.A needs title'],
    [{ title: '' }, {}, 'demo.A: title is "", not a non-empty string'],
    [{ code: undefined }, {}, 'demo.A needs code'],
    [{ code: 1.5 }, {}, 'demo.A: code is 1.5, not an integer'],
    [
      { codes: { '2025-11-26': 1 } },
      {},
      'demo.A.codes: unknown era "2025-11-26"; did you mean 2025-11-25?',
    ],
    [{ http: '404' }, {}, 'demo.A: http is "404", not an HTTP status'],
    [{ http: 42 }, {}, 'demo.A: http is 42, not an HTTP status'],
    [{ condition: 'not-fuond' }, {}, 'demo.A: condition is "not-fuond"; did you mean not-found?'],
    [{ condition: 'zzz' }, {}, 'demo.A: condition is "zzz", which is unknown'],
    [
      { effect: 'nothing' },
      {},
      'demo.A: effect is "nothing", not one of none, done, unknown or a function',
    ],
    [
      { recovery: 'fix-and-retry' },
      {},
      'demo.A: recovery is "fix-and-retry"; did you mean fix_and_retry?',
    ],
    [
      { recovery: 'again' },
      {},
      'demo.A: recovery is "again", not one of retry_with_backoff, user_action_required, fix_and_retry, report_and_abort or an object',
    ],
    [
      { recovery: { strategy: 'retry_with_backoff', retry_after: 3 } },
      {},
      'demo.A.recovery: unknown key "retry_after"; did you mean retryAfter?',
    ],
    [
      { recovery: { strategy: 'retry_with_backoff', retryAfter: '3' } },
      {},
      'demo.A.recovery: retryAfter is "3", not a number of seconds or a function',
    ],
    [{ recovery: { retryAfter: 3 } }, {}, 'demo.A.recovery needs strategy'],
    [
      { context: { ticket: 'interger' } },
      {},
      'demo.A.ticket: type is "interger"; did you mean integer?',
    ],
    [
      { context: { ticket: { typ: 'integer' } } },
      {},
      'demo.A.ticket: unknown key "typ"; did you mean type?',
    ],
    [{ context: { ticket: {} } }, {}, 'demo.A.ticket needs type'],
    [{ context: { ticket: 5 } }, {}, 'demo.A: ticket is 5, not an object'],
    [
      { context: { all: { type: 'object[]', items: { ticket: 'strin?' } } } },
      {},
      'demo.A.all.ticket: type is "strin"; did you mean string?',
    ],
    [
      {},
      { sharedcode: true },
      'catalog demo: unknown option "sharedcode"; did you mean sharedCodes?',
    ],
    [{}, { numbers: 'literals' }, 'catalog demo: numbers is "literals"; did you mean literal?'],
    [{}, { eras: '2025-11-25' }, 'catalog demo: eras is "2025-11-25", not a list'],
    [{}, { eras: ['2025-11-26'] }, 'catalog demo: era is "2025-11-26"; did you mean 2025-11-25?'],
  ])('rejects what means nothing: %j %j', (more, options, message) => {
    const known = { code: 1, title: 'T', category: 'c', recovery: 'report_and_abort' };
    const define = () =>
      defineCatalog('demo', { A: { ...known, ...more } } as never, options as never);
    expect(define).toThrow(new TypeError(message));
  });

  it.each([
    [{ device: 'a' }, {}, 'demo.DEVICE_UNREACHABLE needs device_id; unknown field "device"'],
    [{ ...GIVEN, device_id: undefined }, {}, 'demo.DEVICE_UNREACHABLE needs device_id'],
    [null, {}, 'demo.DEVICE_UNREACHABLE needs device_id'],
    [
      GIVEN,
      { retry_after: 1 },
      'demo.DEVICE_UNREACHABLE: unknown option "retry_after"; did you mean retryAfter?',
    ],
    [GIVEN, { retryAfter: '1' }, 'demo.DEVICE_UNREACHABLE: retryAfter is "1", not a number'],
    [
      GIVEN,
      { effect: 'nothing' },
      'demo.DEVICE_UNREACHABLE: effect is "nothing", not one of none, done, unknown',
    ],
    [
      GIVEN,
      { detail: 'x' },
      'demo.DEVICE_UNREACHABLE: unknown option "detail"; did you mean details?',
    ],
  ])('names the mistake at the throw site: %j %j', (context, options, message) => {
    const create = () => demo.DEVICE_UNREACHABLE(context as never, options as never);
    expect(create).toThrow(new TypeError(message));
  });

  it('is looked up by reason without trusting the name', () => {
    expect(demo.definition('DEVICE_UNREACHABLE')).toBe(demo.DEVICE_UNREACHABLE.definition);
    expect(demo.definition('__proto__')).toBeUndefined();
    expect(demo.definition('toString')).toBeUndefined();
  });
});

describe('a declaration that is wrong fails where it is written', () => {
  it.each([
    [
      'a reason that is not UPPER_SNAKE',
      { notUpper: entry(1) },
      {},
      'reason notUpper is not UPPER_SNAKE',
    ],
    ['a code that is not an integer', { A: entry(1.5) }, {}, 'demo.A: code is 1.5, not an integer'],
    ['a code that is not a number', { A: entry(NaN) }, {}, 'demo.A: code is NaN, not an integer'],
    [
      'a code shared by accident',
      { A: entry(1), B: entry(1) },
      {},
      'demo.B and A share code 1; set sharedCodes: true',
    ],
    [
      'a number kept for future use',
      { A: entry(-32500) },
      {},
      'demo.A: -32500 is not allowed in jsonrpc',
    ],
    [
      'a literal number that an era forbids',
      { A: entry(-32050) },
      { numbers: 'literal', eras: ['2026-07-28'] },
      'demo.A: -32050 is not allowed in 2026-07-28: MCP 2026-07-28 keeps -32099…-32020',
    ],
    [
      'a literal number of the legacy band',
      { A: entry(-32010) },
      { numbers: 'literal' },
      'demo.A: -32010 is not allowed in 2026-07-28',
    ],
    [
      'a literal number that the specification defined for something else',
      { A: entry(-32021) },
      { numbers: 'literal', eras: ['2026-07-28'] },
      'demo.A: -32021 has another meaning in 2026-07-28',
    ],
    [
      'an unexpected reason that nobody declared',
      {},
      { unexpected: 'NOPE' },
      'unexpected reason NOPE is not declared',
    ],
    [
      'an unexpected reason that wants fields',
      { A: entry(1, { context: { x: 'string' } }) },
      { unexpected: 'A' },
      'A can require no field',
    ],
  ] as const)('%s', (_, definitions, options, message) => {
    expect(() => define(definitions, options as never)).toThrow(message);
  });

  it('a reason declared in two parts', () => {
    const part = defineFailures({
      A: { code: 1, title: 'T', category: 'c', recovery: 'report_and_abort' },
    });
    expect(() => joinFailures(part, part)).toThrow('reason A is declared twice');
  });
});

describe('what is allowed when it is said', () => {
  it('shared codes', () => {
    expect(define({ A: entry(1), B: entry(1) }, { sharedCodes: true }).definitions).toHaveLength(3);
  });

  it('a number of the seeds, which 2026-07-28 gets in moved form', () => {
    expect(define({ A: entry(-32021) }).definitions).toHaveLength(2);
  });

  it('a catalog in parts', () => {
    const parts = joinFailures(
      defineFailures({
        A: {
          code: 1,
          title: 'T',
          category: 'c',
          recovery: 'report_and_abort',
          context: { x: 'string' },
        },
      }),
      defineFailures({ B: { code: 2, title: 'T', category: 'c', recovery: 'report_and_abort' } }),
    );
    const catalog = defineCatalog('parts', parts, { unexpected: 'B' });
    expect(catalog.A({ x: '1' }).context.x).toBe('1');
    // @ts-expect-error x is required
    expect(() => catalog.A({})).toThrow(new TypeError('parts.A needs x'));
  });
});
