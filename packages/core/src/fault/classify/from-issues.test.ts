import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { classify } from './classify.js';

const input = { name: 1, at: { 'odd key': 'x' }, tags: ['a', 2] };

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
}

function problems(thrown: unknown) {
  const fault = classify(thrown, { input: true });
  expect(fault).toMatchObject({
    reason: 'INVALID_INPUT',
    code: -32602,
    strategy: 'fix_and_retry',
    retryable: false,
    effect: 'none',
    condition: 'validation',
  });
  expect(fault.cause).toBe(thrown);
  return (fault.context as { errors: { field: string; message: string }[] }).errors;
}

describe('issues of schema libraries', () => {
  it('zod', () => {
    const schema = z.object({
      name: z.string(),
      at: z.object({ 'odd key': z.number() }),
      tags: z.array(z.string()),
      mode: z.enum(['fast', 'safe']),
      size: z.number().min(3).optional(),
    });
    const thrown = thrownBy(() => schema.parse({ ...input, mode: 'no', size: 1 }));
    expect(problems(thrown)).toEqual([
      {
        field: 'name',
        message: 'expected string',
        expected: 'string',
      },
      {
        field: 'at["odd key"]',
        message: 'expected number',
        expected: 'number',
      },
      {
        field: 'tags[1]',
        message: 'expected string',
        expected: 'string',
      },
      {
        field: 'mode',
        message: 'expected "fast" | "safe"',
        expected: '"fast" | "safe"',
      },
      { field: 'size', message: 'expected >= 3', expected: '>= 3' },
    ]);
    expect(classify(thrown, { input: true }).details).toBe(
      '5 problems with the input: name, at["odd key"], tags[1], and 2 more',
    );
  });

  it.each<[z.ZodType, unknown, string]>([
    [z.literal(['a', 1, true]), 'x', '"a" | 1 | true'],
    [z.number().max(3), 4, '<= 3'],
    [z.number().gt(3), 3, '> 3'],
    [z.number().lt(3), 3, '< 3'],
    [z.email(), 'x', 'email'],
  ])('zod: what is expected is a list, a bound or a format (%#)', (schema, value, expected) => {
    expect(problems(thrownBy(() => schema.parse(value)))).toEqual([
      { field: '(root)', message: `expected ${expected}`, expected },
    ]);
  });

  it('valibot', () => {
    const schema = v.object({ name: v.string(), tags: v.array(v.string()) });
    expect(problems(thrownBy(() => v.parse(schema, input)))).toEqual([
      {
        field: 'name',
        message: 'expected string',
        expected: 'string',
      },
      {
        field: 'tags[1]',
        message: 'expected string',
        expected: 'string',
      },
    ]);
  });

  it('arktype, asserted and thrown unchanged', () => {
    const schema = type({ name: 'string', tags: 'string[]' });
    const expected = [
      {
        field: 'name',
        message: 'expected a string, received number',
        expected: 'a string',
        received: 'number',
      },
      {
        field: 'tags[1]',
        message: 'expected a string, received number',
        expected: 'a string',
        received: 'number',
      },
    ];
    expect(problems(thrownBy(() => schema.assert(input)))).toEqual(expected);
    expect(problems(schema(input))).toEqual(expected);
  });

  it('a bare Standard Schema result, with both kinds of path and none', () => {
    const issues = [
      { message: 'no', path: ['a', { key: 'b' }, { key: 0 }, { key: Symbol('s') }] },
      { message: 'nothing fits' },
    ];
    expect(problems({ issues })).toEqual([
      { field: 'a.b[0][?]', message: 'is not valid' },
      { field: '(root)', message: 'is not valid' },
    ]);
  });

  it('get our own texts, because the library may repeat the value', () => {
    const secret = 'sk-live-secret';
    const schema = z.strictObject({ a: z.string().refine(() => false, `${secret} is not good`) });
    const thrown = thrownBy(() => schema.parse({ a: 'x', [secret]: 1 }));
    expect(
      problems(thrown)
        .map(({ message }) => message)
        .sort(),
    ).toEqual(['has members that are not known', 'is not valid']);
    const { issues } = v.safeParse(v.picklist(['a']), secret);
    expect(JSON.stringify(problems({ issues }))).not.toContain(secret);
  });

  it('are bounded in number and length, and no word is left in half', () => {
    const issues = Array.from({ length: 5_000 }, (_, i) => ({
      message: `bad ${'x'.repeat(10_000)}`,
      path: [`f${i}`],
      expected: `one of ${'sk-live-secret'.repeat(20)}`,
    }));
    const fault = classify(Object.assign(new Error('x'), { issues }), { input: true });
    const { errors, more } = fault.context as { errors: object[]; more: number };
    expect(errors).toHaveLength(10);
    expect(more).toBe(4_990);
    expect(errors[0]).toEqual({
      field: 'f0',
      message: 'expected one of…',
      expected: 'one of…',
    });
    expect(fault.details).toBe('5000 problems with the input: f0, f1, f2, and 4997 more');
  });

  it('are cut after 16 items of a path and after 100 characters', () => {
    const expectedOf = (length: number) => ({ message: 'x', expected: 'e'.repeat(length) });
    const issues = [
      { message: 'x', path: Array<number>(17).fill(0) },
      ...[100, 101].map((length) => ({ message: 'x', path: ['f'.repeat(length)] })),
      ...[100, 101].map(expectedOf),
    ];
    const found = problems({ issues }) as { field: string; expected?: string }[];
    expect(found.map(({ field, expected = '' }) => [field.length, expected.length])).toEqual([
      [48, 0],
      [100, 0],
      [1, 0],
      ['(root)'.length, 100],
      ['(root)'.length, 1],
    ]);
  });

  it('say how many more there are, if there are any', () => {
    const moreOf = (length: number) => {
      const issues = Array.from({ length }, () => ({ message: 'x' }));
      return classify({ issues }, { input: true }).context as { more?: number };
    };
    expect(Object.keys(moreOf(10))).toEqual(['errors']);
    expect(moreOf(11).more).toBe(1);
  });

  it.each<[object, string | undefined]>([
    [{ values: [], minimum: 3 }, '>= 3'],
    [{ values: ['a'] }, '"a"'],
    [{ values: [1n, undefined, { secret: 1 }] }, '1 | undefined | …'],
    [{ values: Array<number>(11).fill(1) }, `${'1 | '.repeat(10)}…`],
  ])('%o is expected as %s', (issue, expected) => {
    expect(problems({ issues: [{ message: 'x', ...issue }] })).toMatchObject([{ expected }]);
  });

  it.each([
    ['number', 'number'],
    ['a Number', 'number'],
    ['sk-live-secret', undefined],
    ['stra ing', undefined],
  ])('name what was received only if it is a type: %o as %o', (received, shown) => {
    const [problem] = problems({ issues: [{ message: 'x', expected: 'y', received }] });
    expect((problem as { received?: string }).received).toBe(shown);
  });

  it.each<[string, unknown]>([
    ['a path that is no list', { issues: [{ message: 'x', path: 5 }] }],
    ['an empty list', { issues: [] }],
    ['a list of something else', { issues: [{ title: 'crash on start' }] }],
    ['one odd entry', { issues: [{ message: 'x' }, null] }],
    ['no list', { issues: { length: 1, 0: { message: 'x' } } }],
    [
      'a list behind a wrapper',
      new Error('configuration is broken', { cause: z.string().safeParse(1).error }),
    ],
  ])('%s is no invalid input', (_name, thrown) => {
    expect(classify(thrown, { input: true }).reason).toBe('UNEXPECTED');
  });
});
