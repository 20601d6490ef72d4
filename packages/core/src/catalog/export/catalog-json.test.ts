import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Strategy } from '../../fault/index.js';
import { defineCatalog } from '../define-catalog.js';
import { toCatalogJson, toOpenRpcErrors, type FailureJson } from '../index.js';

const demo = defineCatalog(
  'demo',
  {
    BUSY: {
      code: -32006,
      title: 'Busy',
      category: 'load',
      context: { retry_after: 'integer' },
      recovery: 'retry_with_backoff',
    },
    UPSTREAM: {
      code: -32012,
      title: 'Upstream failed',
      category: 'upstream',
      context: { status: 'integer' },
      recovery: { strategy: (c) => (c.status < 500 ? 'fix_and_retry' : 'retry_with_backoff') },
      retryable: (c) => c.status >= 500,
      retryableWhen: 'status is 500 or more',
    },
    BROKEN: {
      code: -32013,
      title: 'Broken',
      category: 'upstream',
      recovery: {
        strategy: () => {
          throw new Error('never unguarded');
        },
      },
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

describe('a catalog as JSON', () => {
  it('has retryable as a boolean, and its condition as text', () => {
    expect(toCatalogJson(demo)).toEqual({
      domain: 'demo',
      failures: [
        {
          reason: 'BUSY',
          code: -32006,
          title: 'Busy',
          category: 'load',
          recovery: 'retry_with_backoff',
          retryable: true,
        },
        {
          reason: 'UPSTREAM',
          code: -32012,
          title: 'Upstream failed',
          category: 'upstream',
          recovery: 'report_and_abort',
          recovery_varies: true,
          retryable: false,
          retryable_when: 'status is 500 or more',
        },
        {
          reason: 'BROKEN',
          code: -32013,
          title: 'Broken',
          category: 'upstream',
          recovery: 'report_and_abort',
          recovery_varies: true,
          retryable: false,
          retryable_when: 'depends on the occurrence',
        },
        {
          reason: 'INTERNAL',
          code: -32603,
          title: 'Internal error',
          category: 'internal',
          recovery: 'report_and_abort',
          retryable: false,
        },
      ],
    });
    expectTypeOf<FailureJson['recovery']>().toEqualTypeOf<Strategy>();
    expectTypeOf<FailureJson['retryable']>().toEqualTypeOf<boolean>();
  });
});

describe('the OpenRPC components of a catalog', () => {
  it('name every error by its reason, and give a schema to those with data', () => {
    expect(toOpenRpcErrors(demo).components).toEqual({
      errors: {
        BUSY: { code: -32006, message: 'Busy', data: { $ref: '#/components/schemas/BUSY_DATA' } },
        UPSTREAM: {
          code: -32012,
          message: 'Upstream failed',
          data: { $ref: '#/components/schemas/UPSTREAM_DATA' },
        },
        BROKEN: { code: -32013, message: 'Broken' },
        INTERNAL: { code: -32603, message: 'Internal error' },
      },
      schemas: {
        BUSY_DATA: {
          type: 'object',
          properties: { retry_after: { type: 'integer' } },
          required: ['retry_after'],
        },
        UPSTREAM_DATA: {
          type: 'object',
          properties: { status: { type: 'integer' } },
          required: ['status'],
        },
      },
    });
  });

  it('put the envelope of the shape into every schema', () => {
    const { schemas } = toOpenRpcErrors(demo, { envelope: { ref: 'string' } }).components;
    expect(Object.keys(schemas)).toEqual([
      'BUSY_DATA',
      'UPSTREAM_DATA',
      'BROKEN_DATA',
      'INTERNAL_DATA',
    ]);
    expect(schemas.INTERNAL_DATA).toEqual({
      type: 'object',
      properties: { ref: { type: 'string' } },
      required: ['ref'],
    });
  });
});
