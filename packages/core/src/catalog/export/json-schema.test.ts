import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { defineCatalog } from '../define-catalog.js';
import { toJsonSchema, type CatalogSchema } from '../index.js';

const demo = defineCatalog(
  'demo',
  {
    DEVICE_UNREACHABLE: {
      code: -32010,
      title: 'Device Unreachable',
      category: 'device',
      when: 'The device does not answer',
      context: {
        device_id: { type: 'string', description: 'The registered id' },
        error_type: { type: 'string', values: ['refused', 'timeout'] },
        retry_after: 'integer?',
        hops: { type: 'object[]?', items: { address: 'string', ms: 'number?' } },
        tags: { type: 'string[]?', values: ['lab', 'prod'] },
        raw: 'json?',
      },
      recovery: 'retry_with_backoff',
    },
    RESOURCE_GONE: {
      code: -32002,
      title: 'Resource Gone',
      category: 'resource',
      condition: 'resource-not-found',
      recovery: 'report_and_abort',
    },
    MIXED: {
      code: -32015,
      title: 'Mixed',
      category: 'resource',
      context: { kind: 'string' },
      condition: (c) => (c.kind === 'tool' ? 'unknown-tool' : undefined),
      recovery: 'report_and_abort',
    },
    INTERNAL: {
      code: -32603,
      title: 'Internal error',
      category: 'internal',
      recovery: 'report_and_abort',
    },
  },
  { unexpected: 'INTERNAL' },
);

function validator(schema: CatalogSchema): (value: unknown) => boolean {
  const validate = new Ajv2020({ strict: true }).compile(schema);
  return (value) => validate(value);
}

const unreachable = { device_id: 'dev-1', error_type: 'refused' };

describe('the JSON Schema of a catalog', () => {
  const accepts = validator(toJsonSchema(demo));

  it('accepts an error with the declared fields, and with members it does not know', () => {
    const data = { ...unreachable, retry_after: 60, hops: [{ address: 'a', ms: 1.5 }], raw: null };
    expect(accepts({ code: -32010, message: 'x', data })).toBe(true);
    expect(accepts({ code: -32010, message: 'x', data: { ...data, later: 1 } })).toBe(true);
  });

  it('accepts an error without data if no field is required', () => {
    expect(accepts({ code: -32603, message: 'Internal error' })).toBe(true);
  });

  it.each([
    ['a number that was not declared', { code: -32011, message: 'x', data: unreachable }],
    ['a missing message', { code: -32603 }],
    ['missing data', { code: -32010, message: 'x' }],
    ['a missing field', { code: -32010, message: 'x', data: { device_id: 'a' } }],
    [
      'a value outside the list',
      { code: -32010, message: 'x', data: { ...unreachable, error_type: 'no' } },
    ],
    [
      'a fraction for an integer',
      { code: -32010, message: 'x', data: { ...unreachable, retry_after: 1.5 } },
    ],
    [
      'an item without its member',
      { code: -32010, message: 'x', data: { ...unreachable, hops: [{}] } },
    ],
    [
      'a tag outside the list',
      { code: -32010, message: 'x', data: { ...unreachable, tags: ['x'] } },
    ],
    ['data that is no object', { code: -32603, message: 'x', data: 'text' }],
  ])('rejects %s', (_, payload) => {
    expect(accepts(payload)).toBe(false);
  });

  it('requires the envelope of the shape in every error', () => {
    const inShape = validator(
      toJsonSchema(demo, { envelope: { mcp_error_code: 'string', device_id: 'string?' } }),
    );
    expect(inShape({ code: -32603, message: 'x' })).toBe(false);
    expect(inShape({ code: -32603, message: 'x', data: { mcp_error_code: 'INTERNAL' } })).toBe(
      true,
    );
    // The definition requires what the envelope leaves open.
    const without = { mcp_error_code: 'X', error_type: 'refused' };
    expect(inShape({ code: -32010, message: 'x', data: without })).toBe(false);
  });

  it('looks for the declared fields in the member that the shape puts them into', () => {
    const layout = {
      envelope: { reason: 'string', details: 'object?' },
      contextIn: 'details',
    } as const;
    const nested = validator(toJsonSchema(demo, layout));
    const data = { reason: 'DEVICE_UNREACHABLE' };
    expect(nested({ code: -32010, message: 'x', data: { ...data, details: unreachable } })).toBe(
      true,
    );
    expect(nested({ code: -32010, message: 'x', data })).toBe(true);
    expect(nested({ code: -32010, message: 'x', data: { ...data, details: {} } })).toBe(false);
    expect(nested({ code: -32603, message: 'x', data: { reason: 'INTERNAL' } })).toBe(true);
  });

  it('has the numbers of the given era, and its own id', () => {
    const schema = toJsonSchema(demo, { era: '2026-07-28' });
    const in2026 = validator(schema);
    expect(schema.$id).toBe('urn:errata:demo:2026-07-28');
    expect(in2026({ code: -32010, message: 'x', data: unreachable })).toBe(false);
    expect(in2026({ code: -31010, message: 'x', data: unreachable })).toBe(true);
    expect(in2026({ code: -32602, message: 'x' })).toBe(true);
    expect(in2026({ code: -32002, message: 'x' })).toBe(false);
  });

  it('admits every code that a computed condition can lead to', () => {
    const in2026 = validator(toJsonSchema(demo, { era: '2026-07-28' }));
    expect(in2026({ code: -31015, message: 'x', data: { kind: 'a' } })).toBe(true);
    expect(in2026({ code: -32602, message: 'x', data: { kind: 'tool' } })).toBe(true);
    expect(in2026({ code: -32015, message: 'x', data: { kind: 'a' } })).toBe(false);
  });

  it('reads like this', () => {
    const { $schema, $id, anyOf, $defs } = toJsonSchema(demo);
    expect({ $schema, $id, anyOf }).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:errata:demo',
      anyOf: [
        { $ref: '#/$defs/DEVICE_UNREACHABLE' },
        { $ref: '#/$defs/RESOURCE_GONE' },
        { $ref: '#/$defs/MIXED' },
        { $ref: '#/$defs/INTERNAL' },
      ],
    });
    expect($defs.MIXED).toEqual({
      title: 'Mixed',
      type: 'object',
      properties: {
        code: { const: -32015 },
        message: { type: 'string' },
        data: { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
      },
      required: ['code', 'message', 'data'],
    });
  });
});
