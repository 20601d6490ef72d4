import { describe, expect, it } from 'vitest';
import { createValidator } from './create-validator.js';
import { issuesOf, linesOf } from './testing/verdict.js';

const TREE = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false };

function chain(length: number): object {
  let value = {};
  for (let i = 0; i < length; i++) value = { next: value };
  return value;
}

describe('the message', () => {
  it('is the first ten issues', () => {
    const lines = linesOf(
      { items: { type: 'string' } },
      Array.from({ length: 1000 }, (_, i) => i),
    );
    expect(lines).toEqual(Array.from({ length: 10 }, (_, i) => `[${i}]: a string`));
  });

  it('is at most ten', () => {
    const names = Array.from({ length: 15 }, (_, i) => `m${i}`);
    const schema = { anyOf: [{ required: names }], minProperties: 1, required: names };
    expect(issuesOf(schema, {})).toHaveLength(10);
  });

  it('has the path of the wrong value, with shortened names', () => {
    const schema = { additionalProperties: { items: { properties: { b: false } } } };
    expect(linesOf(schema, { a: [{}, { b: 1 }] })).toEqual(['a[1].b: nothing']);
    expect(linesOf(schema, { 'x\ny': [{ b: 1 }] })).toEqual(['["x\\ny"][0].b: nothing']);
    expect(
      issuesOf({ additionalProperties: false }, { ['k'.repeat(5000)]: 1 })[0]?.path,
    ).toHaveLength(`["${'k'.repeat(63)}…"]`.length);
  });

  it('never has the value', () => {
    const secret = 'hunter2';
    const schema = {
      properties: {
        a: { type: 'number' },
        b: { enum: ['x'] },
        c: { pattern: '^x' },
        d: { format: 'uuid' },
        e: { maxLength: 1 },
        f: { not: {} },
        g: { anyOf: [{ const: 1 }, { minLength: 99 }] },
        h: { uniqueItems: true },
        i: { contains: { const: 1 } },
      },
    };
    const value = Object.fromEntries([...'abcdefg'].map((name) => [name, secret]));
    const issues = issuesOf(schema, { ...value, h: [secret, secret], i: [secret] });
    expect(issues).toHaveLength(9);
    expect(JSON.stringify(issues)).not.toContain(secret);
  });

  it('does not grow with lists of values', () => {
    const [issue] = issuesOf(
      { enum: Array.from({ length: 1000 }, (_, i) => 'v'.repeat(i + 1)) },
      0,
    );
    expect(issue?.message).toMatch(/^one of "v", "vv", .*, …$/);
    expect(issue?.message.length).toBeLessThan(200);
  });
});

describe('a value of none of several forms', () => {
  const shapes = (keyword: string) => ({
    [keyword]: [
      { type: 'string' },
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, r: { type: 'number' } },
        required: ['kind', 'r'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'box' }, w: { type: 'number' } },
        required: ['kind', 'w'],
      },
    ],
  });

  it.each(['anyOf', 'oneOf'])('gets the message of the closest form: %s', (keyword) => {
    expect(linesOf(shapes(keyword), { kind: 'box', w: 'x' })).toEqual(['w: a number']);
    expect(linesOf(shapes(keyword), { kind: 'circle' })).toEqual(['r: required']);
    expect(linesOf({ properties: { a: shapes(keyword) } }, { a: { kind: 'box' } })).toEqual([
      'a.w: required',
    ]);
  });

  it.each(['anyOf', 'oneOf'])('gets all messages if each form has one: %s', (keyword) => {
    expect(linesOf(shapes(keyword), 1)).toEqual([': a string or an object']);
    expect(linesOf({ [keyword]: [{ const: 'a' }, { const: 'b' }] }, 1)).toEqual([': "a" or "b"']);
  });

  it('gets a few messages if there are many', () => {
    const schema = { anyOf: [...'abcdefgh'].map((each) => ({ const: each })) };
    expect(linesOf(schema, 1)).toEqual([': "a" or "b" or "c" or "d" or "e" or …']);
  });

  it('keeps to the outer form whose inner one is nearly right', () => {
    const schema = {
      anyOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b', 'c'] },
        {
          type: 'object',
          properties: { a: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
          required: ['a'],
        },
      ],
    };
    expect(linesOf(schema, { a: true })).toEqual(['a: a string', 'b: required', 'c: required']);
    expect(linesOf(schema, { a: 'x' })).toEqual(['b: required', 'c: required']);
  });

  it('is not one of two forms at once', () => {
    const schema = { oneOf: [{ type: 'number' }, { minimum: 2 }] };
    expect(linesOf(schema, 1)).toEqual([]);
    expect(linesOf(schema, 3)).toEqual([': of one form only, not of several']);
  });
});

describe('values that nest', () => {
  it('are checked as deeply as messages go', () => {
    const check = createValidator().compile(TREE);
    expect(check(chain(128))).toEqual([]);
    expect(check(chain(400))).toEqual([]);
  });

  it('are refused beyond that, and if they are circular', () => {
    const check = createValidator().compile(TREE);
    const cyclic: Record<string, unknown> = {};
    cyclic['next'] = cyclic;
    const refused = [{ path: '', message: 'nested less deeply' }];
    expect(check(chain(100_000))).toEqual(refused);
    expect(check(cyclic)).toEqual(refused);
    expect(check(chain(3))).toEqual([]);
  });

  it('are refused there even inside `not`', () => {
    const schema = {
      not: { $ref: '#/$defs/a' },
      $defs: { a: { properties: { next: { $ref: '#/$defs/a' } } } },
    };
    expect(linesOf(schema, chain(100_000))).toEqual([': nested less deeply']);
  });

  it('are refused by a schema that is only itself', () => {
    expect(linesOf({ $ref: '#' }, 1)).toEqual([': nested less deeply']);
    expect(linesOf({ anyOf: [{ $ref: '#' }, { not: { $ref: '#' } }] }, 1)).toEqual([
      ': nested less deeply',
    ]);
  });

  it('are compared as deeply, and not forever', () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic, cyclic);
    expect(linesOf({ uniqueItems: true }, [cyclic, [1]])).toEqual([': nested less deeply']);
  });

  it('are checked also through many forms at each level', () => {
    const forms = {
      allOf: [
        { anyOf: [{ oneOf: [{ if: true, then: { properties: { next: { $ref: '#' } } } }] }] },
      ],
    };
    expect(linesOf(forms, chain(400))).toEqual([]);
  });
});

describe('lists that are long', () => {
  it('are searched for equal items in one pass', () => {
    const items = Array.from({ length: 50_000 }, (_, i) => (i % 2 === 0 ? i : { i }));
    const check = createValidator().compile({ uniqueItems: true });
    expect(check(items)).toEqual([]);
    expect(check([...items, { i: 1 }])).toEqual([
      { path: '[50000]', message: 'no item that was there before' },
    ]);
  });
});

describe('a check', () => {
  it('works again after a value that throws', () => {
    const check = createValidator().compile(TREE);
    const broken = {
      get next(): unknown {
        throw new Error('broken');
      },
    };
    for (let i = 0; i < 600; i++) expect(() => check({ next: broken })).toThrow('broken');
    expect(check(chain(400))).toEqual([]);
  });

  it('does not change the schema or the value', () => {
    const schema = { properties: { a: { default: 1 } }, additionalProperties: false };
    const value = { b: 1 };
    issuesOf(schema, value);
    expect([schema, value]).toEqual([
      { properties: { a: { default: 1 } }, additionalProperties: false },
      { b: 1 },
    ]);
  });
});
