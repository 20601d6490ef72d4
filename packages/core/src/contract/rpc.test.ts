import { describe, expect, it } from 'vitest';
import { defineCatalog } from '../catalog/index.js';
import { byteLength, createRedactor } from '../fault/index.js';
import { defineContract } from './define-contract.js';
import { createRpcWriter, toRpcErrorJson } from './rpc.js';
import { demo, demoContract, unreachable, viewOf } from './testing/demo.js';
import { createView } from './view.js';

const parse = (json: string) =>
  JSON.parse(json) as { code: number; message: string; data: Record<string, unknown> };

describe('the rpc surface', () => {
  it('has the facts in its data and the details as its message', () => {
    expect(parse(toRpcErrorJson(unreachable(), demoContract, viewOf('2025-11-25')))).toEqual({
      code: -32010,
      message: 'No answer from dev-lab-01 (198.51.100.7:443)',
      data: {
        domain: 'demo',
        reason: 'DEVICE_UNREACHABLE',
        code: -32010,
        category: 'device',
        retryable: true,
        retry_after: 60,
        effect: 'none',
        recovery_strategy: 'retry_with_backoff',
        ref: 'corr-0123456789abcdef',
        data: { device_id: 'dev-lab-01', address: '198.51.100.7:443' },
      },
    });
  });

  it('sends declared fields only', () => {
    const fault = demo.RATE_LIMITED({ retry_after: 5, password: 'hunter2' } as {
      retry_after: number;
    });
    expect(toRpcErrorJson(fault, demoContract, viewOf('jsonrpc'))).not.toContain('hunter2');
  });

  it('removes secrets, and cuts nothing of a clean reply', () => {
    const note = 'see postgres://admin:hunter2@db.internal/app';
    const data = parse(toRpcErrorJson(unreachable(note), demoContract, viewOf('jsonrpc'))).data[
      'data'
    ] as Record<string, string>;
    expect(data['note']).toContain('db.internal/app');
    expect(data['note']).not.toContain('hunter2');
    expect(data['device_id']).toBe('dev-lab-01');
  });

  it('removes a registered secret, even across a cut', () => {
    const redactor = createRedactor({ secrets: ['correct horse battery staple'] });
    const note = `${'x'.repeat(8100)}correct horse battery staple${'y'.repeat(8100)}`;
    const json = toRpcErrorJson(unreachable(note), demoContract, viewOf('jsonrpc', { redactor }));
    expect(json).not.toMatch(/correct|horse|battery|staple/);
  });

  it('removes invisible characters', () => {
    const json = toRpcErrorJson(
      unreachable('a\u202eb\u200bc\u0007d'),
      demoContract,
      viewOf('jsonrpc'),
    );
    expect((parse(json).data['data'] as { note: string }).note).toBe('abcd');
  });

  it('fits the byte limit, and keeps the identity', () => {
    const json = toRpcErrorJson(unreachable('é'.repeat(100_000)), demoContract, viewOf('jsonrpc'));
    expect(byteLength(json)).toBeLessThanOrEqual(8192);
    expect(parse(json).data).toMatchObject({
      reason: 'DEVICE_UNREACHABLE',
      ref: 'corr-0123456789abcdef',
    });
  });

  it('leaves a quarter of the byte limit to the message', () => {
    const fault = demo.UNAUTHORIZED(undefined, { details: 'x'.repeat(100_000) });
    const { message } = parse(toRpcErrorJson(fault, demoContract, viewOf('jsonrpc')));
    const bytes = byteLength(JSON.stringify(message));
    expect(bytes).toBeLessThanOrEqual(2048);
    expect(bytes).toBeGreaterThan(1536);
  });

  it.each([
    ['a BigInt', 10n],
    [
      'a cycle',
      (() => {
        const cycle: Record<string, unknown> = {};
        cycle['self'] = cycle;
        return cycle;
      })(),
    ],
    [
      'a getter that throws',
      Object.defineProperty({}, 'x', {
        enumerable: true,
        get: () => {
          throw new Error('hunter2');
        },
      }),
    ],
  ])('survives %s in the context', (_, note) => {
    const json = toRpcErrorJson(unreachable(note as never), demoContract, viewOf('jsonrpc'));
    expect(parse(json).data).toMatchObject({ reason: 'DEVICE_UNREACHABLE' });
    expect(json).not.toContain('hunter2');
  });

  it('can be the payload alone with the title as message, for literal contracts', () => {
    const literal = defineContract({
      catalog: demo,
      rpcData: 'payload',
      message: 'title',
    });
    expect(toRpcErrorJson(unreachable(), literal, viewOf('2026-07-28'))).toBe(
      '{"code":-31010,"message":"Device Unreachable","data":{"device_id":"dev-lab-01","address":"198.51.100.7:443"}}',
    );
    expect(toRpcErrorJson(demo.UNAUTHORIZED(), literal, viewOf('jsonrpc'))).toBe(
      '{"code":-32001,"message":"Unauthorized"}',
    );
  });
});

describe('an error object of title and fields alone', () => {
  const catalog = defineCatalog(
    'bare',
    {
      OOPS: { code: -32603, title: 'Oops', category: 'x', recovery: 'report_and_abort' },
      LEAK: {
        code: -32001,
        title: 'Not hunter2hunter2',
        category: 'x',
        recovery: 'report_and_abort',
      },
      NAMED: {
        code: -32002,
        title: 'Named',
        category: 'x',
        context: { name: 'string', note: 'string?', list: 'string[]' },
        recovery: 'report_and_abort',
      },
    },
    { unexpected: 'OOPS' },
  );
  const contract = defineContract({ catalog, rpcData: 'payload', message: 'title' });

  it('has no registered secret in its title', () => {
    const redactor = createRedactor({ secrets: ['hunter2hunter2'] });
    const write = createRpcWriter(contract, { ...viewOf('2025-11-25'), redactor });
    expect(write(catalog.LEAK())).not.toContain('hunter2');
  });

  it('has no secret in its title that was registered after it was first written', () => {
    const redactor = createRedactor();
    const write = createRpcWriter(contract, { ...viewOf('2025-11-25'), redactor });
    expect(write(catalog.LEAK())).toBe('{"code":-32001,"message":"Not hunter2hunter2"}');
    redactor.addSecret('hunter2hunter2');
    expect(write(catalog.LEAK())).toBe('{"code":-32001,"message":"Not [REDACTED]"}');
  });

  it('has no registered secret in its fields', () => {
    const redactor = createRedactor({ secrets: ['orchard'] });
    const write = createRpcWriter(contract, { ...viewOf('2025-11-25'), redactor });
    expect(write(catalog.NAMED({ name: 'the orchard', list: ['orchard'] }))).toBe(
      '{"code":-32002,"message":"Named","data":{"name":"the [REDACTED]","list":["[REDACTED]"]}}',
    );
  });

  it('has its fields in order, and omits those without a value', () => {
    const write = createRpcWriter(contract, viewOf('2025-11-25'));
    expect(write(catalog.NAMED({ name: 'say "hello"', list: ['a', 'b"c'] }))).toBe(
      '{"code":-32002,"message":"Named","data":{"name":"say \\"hello\\"","list":["a","b\\"c"]}}',
    );
    expect(write(catalog.NAMED({ name: 'x', note: 'y', list: ['a'] }))).toBe(
      '{"code":-32002,"message":"Named","data":{"name":"x","note":"y","list":["a"]}}',
    );
  });
});

describe('createView', () => {
  it('has the given redactor, or the default one', () => {
    const redactor = createRedactor({ secrets: ['orchard'] });
    expect(createView({ era: 'jsonrpc', redactor }).redactor).toBe(redactor);
    expect(createView({ era: 'jsonrpc' }).redactor.redact('password=hunter2')).toBe(
      'password=[REDACTED]',
    );
  });
});
