import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ajvValidator } from './ajv-validator.js';

const SCHEMA = {
  type: 'object',
  properties: { list: { items: { required: ['a b'], properties: { 'x/y': { type: 'number' } } } } },
  additionalProperties: false,
};

describe('ajvValidator', () => {
  it('reports the errors of Ajv with our own paths', () => {
    const check = ajvValidator(new Ajv2020({ allErrors: true, strictTypes: false })).compile(
      SCHEMA,
    );
    expect(check({ list: [{ 'a b': 1 }] })).toEqual([]);
    expect(check({ list: [{ 'a b': 1 }, { 'x/y': 'hunter2' }], 0: 1 })).toEqual([
      { path: '["0"]', message: 'must NOT have additional properties' },
      { path: 'list[1]["a b"]', message: "must have required property 'a b'" },
      { path: 'list[1]["x/y"]', message: 'must be number' },
    ]);
    expect(check(1)).toEqual([{ path: '', message: 'must be object' }]);
  });

  it('reports ten issues', () => {
    const check = ajvValidator(new Ajv2020({ allErrors: true, strictTypes: false })).compile({
      items: { type: 'number' },
    });
    expect(check(Array.from({ length: 50 }, () => 'x'))).toHaveLength(10);
  });

  it('supports keywords that the small validator lacks', () => {
    const schema = { allOf: [{ properties: { a: true } }], unevaluatedProperties: false };
    const check = ajvValidator(new Ajv2020({ strict: false })).compile(schema);
    expect(check({ a: 1 })).toEqual([]);
    expect(check({ b: 1 })).toHaveLength(1);
  });

  it('throws a TypeError for an invalid schema', () => {
    const validator = ajvValidator(new Ajv2020());
    expect(() => validator.compile({ unknown: 1 })).toThrow(TypeError);
    expect(() => validator.compile({ unknown: 1 })).toThrow(/unknown keyword: "unknown"/);
    expect(() => validator.compile({ $async: true, type: 'string' })).toThrow(TypeError);
  });

  it('never takes a value that was refused without a word', () => {
    const check = ajvValidator({ compile: () => () => false }).compile({});
    expect(check(1)).toEqual([{ path: '', message: 'another value' }]);
  });
});
