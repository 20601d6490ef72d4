import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { standardCheck } from '../offer/tool-entry.js';
import type { StandardIssue, StandardSchema } from './validator.js';

function failing(issues: readonly StandardIssue[]): StandardSchema<never> {
  return { '~standard': { version: 1, vendor: 'test', validate: () => ({ issues }) } };
}

describe('standardCheck', () => {
  it('gives the value as the schema converted it, at once where it can', () => {
    const check = standardCheck(z.object({ n: z.coerce.number(), d: z.string().default('x') }));
    expect(check({ n: '5' })).toEqual({ value: { n: 5, d: 'x' } });
  });

  it('waits for a schema that has to', async () => {
    const check = standardCheck(
      v.pipeAsync(
        v.string(),
        v.checkAsync(async (text) => text === 'a', 'taken'),
      ),
    );
    await expect(check('a')).resolves.toEqual({ value: 'a' });
    await expect(check('b')).resolves.toEqual({ issues: [{ path: '', message: 'taken' }] });
  });

  it('tells the issues of Zod with their paths', () => {
    const check = standardCheck(z.object({ list: z.array(z.object({ 'a b': z.number() })) }));
    expect(check({ list: [{ 'a b': 1 }, { 'a b': 'hunter2' }] })).toEqual({
      issues: [
        { path: 'list[1]["a b"]', message: 'Invalid input: expected number, received string' },
      ],
    });
  });

  it('tells those of Valibot without the value that it repeats', () => {
    const check = standardCheck(
      v.object({ a: v.object({ b: v.number() }), c: v.pipe(v.string(), v.minLength(9)) }),
    );
    expect(check({ a: { b: 'hunter2' }, c: 'hunter2' })).toEqual({
      issues: [
        { path: 'a.b', message: 'number' },
        { path: 'c', message: '>=9' },
      ],
    });
  });

  it('tells those of ArkType without the value that it repeats', () => {
    const check = standardCheck(type({ n: 'number >= 5000', m: '"a" | "b"' }) as StandardSchema);
    const checked = check({ n: 4711, m: 'hunter2' });
    expect(checked).toEqual({
      issues: [
        { path: 'm', message: 'another value' },
        { path: 'n', message: 'at least 5000' },
      ],
    });
  });

  it('tells ten issues, and the beginning of long ones', () => {
    const issues = Array.from({ length: 20 }, (_, i) => ({
      message: 'm'.repeat(1000),
      path: [i, { key: 'k' }, Symbol('s')],
    }));
    const checked = standardCheck(failing(issues))(1);
    expect(checked).toEqual({
      issues: Array.from({ length: 10 }, (_, i) => ({
        path: `[${i}].k["Symbol(s)"]`,
        message: `${'m'.repeat(199)}…`,
      })),
    });
  });

  it('says that another value is wanted where the schema only repeats the one it got', () => {
    const issue = { message: 'not hunter2', received: 'hunter2' };
    expect(standardCheck(failing([issue]))(1)).toEqual({
      issues: [{ path: '', message: 'another value' }],
    });
  });

  it('does not hide what the schema throws', () => {
    const broken = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: () => {
          throw new RangeError('broken');
        },
      },
    } as const;
    expect(() => standardCheck(broken)(1)).toThrow(RangeError);
  });
});
