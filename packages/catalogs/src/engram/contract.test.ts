import {
  standard,
  ERAS,
  type Era,
  classify,
  Fault,
  createServer,
  type Handler,
} from '@errata/core';
import { type Definition, isRef } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { engram } from './catalog.js';
import { createEngramContract, engramContract, engramShape } from './contract.js';

interface Reply {
  readonly error?: { code: number; message: string; data: Record<string, unknown> };
  readonly result?: { isError?: boolean; _meta: Record<string, { data: unknown; code: number }> };
}

function ask(text: string, handler: Handler = () => ({}), era: Era = '2025-11-25'): Reply {
  const server = createServer({
    contract: engramContract,
    era,
    methods: { 'tools/call': handler },
  });
  return JSON.parse(server.receive(text) as string) as Reply;
}

function failWith(thrown: unknown, era: Era = '2025-11-25'): Reply {
  const handler = () => {
    throw thrown;
  };
  return ask('{"jsonrpc":"2.0","id":1,"method":"tools/call"}', handler, era);
}

const REASONS = engram.definitions.map(({ reason }) => reason);

function faultOf(reason: string): Fault {
  return new Fault(engram.definition(reason) as Definition<object>, {});
}

describe('TestErrorDataStructure', () => {
  it.each(REASONS)('lays out error.data of %s as the seed does', (reason) => {
    const { error } = failWith(faultOf(reason));
    const { category } = engram.definition(reason)!;
    expect(Object.keys(error!.data).slice(0, 4)).toEqual([
      'category',
      'reason',
      'retryable',
      'correlation_id',
    ]);
    expect(error!.data).toMatchObject({ category, reason, retryable: expect.any(Boolean) });
  });

  it('puts the declared fields into details', () => {
    const fault = engram.OPENMEMORY_API_ERROR({ status: 503, service: 'openmemory' });
    expect(failWith(fault).error!.data['details']).toEqual({
      status: 503,
      service: 'openmemory',
      effect: 'unknown',
    });
  });

  it('has only what the call did in details where no field is declared', () => {
    const details = (fault: Fault) => failWith(fault).error!.data['details'];
    expect(details(engram.AUTH_FAILED())).toEqual({ effect: 'none' });
    expect(details(engram.UNHANDLED_EXCEPTION())).toEqual({ effect: 'unknown' });
  });

  it('sends no field that was not declared', () => {
    const fault = engram.ACTOR_UNKNOWN({ actor: 'kim', admin_key: 'hunter2' } as { actor: string });
    expect(failWith(fault).error!.data['details']).toEqual({ actor: 'kim', effect: 'none' });
  });

  it('says which argument of which tool', () => {
    const argument = engram.MISSING_REQUIRED_PARAM({ param: 'query', tool: 'memory_query' });
    expect(failWith(argument).error!.data['details']).toEqual({
      param: 'query',
      tool: 'memory_query',
      effect: 'none',
    });
  });

  it('reads back what it wrote', () => {
    const fault = engram.ACTOR_UNKNOWN({ actor: 'kim' });
    expect(engramShape.read(engramShape.write(fault, { era: '2025-11-25' }))).toEqual({
      reason: 'ACTOR_UNKNOWN',
      context: { actor: 'kim' },
    });
  });

  it.each([undefined, null, 5, 'text', [], { reason: 5, details: 'x' }])(
    'reads only what is there from %j',
    (data) => {
      expect(engramShape.read(data)).toEqual({ context: {} });
    },
  );
});

describe('TestErrorDataFields', () => {
  it.each(ERAS)('has the four fields of §2.1 in every error of %s', (era) => {
    for (const reason of REASONS) {
      const data = engramContract.data(faultOf(reason), { era }) as Record<string, unknown>;
      for (const field of ['category', 'reason', 'retryable', 'correlation_id']) {
        expect(data, `${reason}.${field}`).toHaveProperty(field);
      }
    }
  });

  it.each([
    ['{"jsonrpc":', -32700, 'PARSE_ERROR', 'protocol'],
    ['{"id":1,"method":"ping"}', -32600, 'INVALID_REQUEST', 'protocol'],
    ['{"jsonrpc":"2.0","id":1}', -32600, 'INVALID_REQUEST', 'protocol'],
    [
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}',
      -32600,
      'INVALID_REQUEST',
      'protocol',
    ],
    ['{"jsonrpc":"2.0","id":1,"method":"tool/list"}', -32601, 'METHOD_NOT_FOUND', 'protocol'],
  ])('has them also where the request cannot be read: %s', (text, code, reason, category) => {
    const { error } = ask(text);
    expect(error!.code).toBe(code);
    expect(error!.data).toMatchObject({ category, reason, retryable: false });
    expect(isRef(error!.data['correlation_id'])).toBe(true);
  });

  it('has them for an undeclared exception, without its text', () => {
    const { error } = failWith(new Error('password is hunter2'));
    expect(error).toEqual({
      code: -32603,
      message: 'Unhandled exception',
      data: {
        category: 'internal',
        reason: 'UNHANDLED_EXCEPTION',
        retryable: false,
        correlation_id: expect.stringMatching(/^corr-[0-9a-f]{16}$/) as string,
        details: { effect: 'unknown' },
      },
    });
  });

  it('has them where the result cannot be written', () => {
    const { error } = ask('{"jsonrpc":"2.0","id":1,"method":"tools/call"}', () => 1n);
    expect(error).toMatchObject({ code: -32603, data: { reason: 'INTERNAL_ERROR' } });
  });

  it('uses only the nineteen reasons, also for the standard’s own failures', () => {
    for (const { reason } of standard.definitions) {
      const fault = new Fault(standard.definition(reason) as Definition<object>, {});
      expect(REASONS).toContain(failWith(fault).error!.data['reason']);
    }
    expect(failWith(standard.INVALID_PARAMS()).error).toMatchObject({
      code: -32602,
      data: { reason: 'INVALID_PARAM_VALUE', category: 'validation' },
    });
  });

  it('has a reason for bad parameters of any caller', () => {
    expect(engramContract.definitionFor('invalid-params')?.reason).toBe('INVALID_PARAM_VALUE');
    expect(engramContract.definitionFor('validation')?.reason).toBe('INVALID_PARAM_VALUE');
    expect(engramContract.protocolFault('invalid-params', {}).reason).toBe('INVALID_PARAM_VALUE');
  });
});

describe('TestCorrelationIdTracking', () => {
  it('is corr- and 16 hexadecimal digits', () => {
    const { error } = failWith(engram.AUTH_FAILED());
    expect(error!.data['correlation_id']).toMatch(/^corr-[0-9a-f]{16}$/);
  });

  it('is another one for each failure', () => {
    const refs = Array.from({ length: 50 }, () => failWith(engram.AUTH_FAILED()).error!.data);
    expect(new Set(refs.map((data) => data['correlation_id'])).size).toBe(50);
  });

  it('is the ref of the fault, in every language and on every surface', () => {
    const fault = engram.AUTH_FAILED();
    for (const contract of [engramContract, createEngramContract({ lang: 'zh' })]) {
      expect(contract.data(fault, { era: 'jsonrpc' })).toMatchObject({ correlation_id: fault.ref });
    }
  });

  it.each([
    ['a declared fault', () => engram.ACTOR_UNKNOWN({ actor: 'kim' })],
    ['an unknown exception', () => new Error('x')],
    [
      'a schema’s issues',
      () => classify({ issues: [{ message: 'm', path: ['p'] }] }, { input: true }),
    ],
  ])('is the ref that the handler saw, when it throws %s', (_what, thrown) => {
    let seen: string | undefined;
    const { error } = ask('{"jsonrpc":"2.0","id":1,"method":"tools/call"}', (_params, call) => {
      seen = call.ref;
      throw thrown();
    });
    expect(error!.data['correlation_id']).toBe(seen);
  });

  it('is the key of the operator’s record', () => {
    const refs: string[] = [];
    const server = createServer({
      contract: engramContract,
      era: '2025-11-25',
      methods: {},
      onFault: ({ ref }) => refs.push(ref),
    });
    const reply = JSON.parse(server.receive('{"jsonrpc":') as string) as Reply;
    expect(reply.error!.data['correlation_id']).toBe(refs[0]);
  });

  it('is never the id of the request', () => {
    const { error } = ask('{"jsonrpc":"2.0","id":"corr-0000000000000000","method":"nope"}');
    expect(error!.data['correlation_id']).not.toBe('corr-0000000000000000');
  });
});

describe('where a tool’s failure goes', () => {
  const fault = () => engram.LOGBOOK_DB_UNAVAILABLE({ service: 'logbook' });

  it.each(ERAS.filter((era) => era !== '2026-07-28'))('is a JSON-RPC error on %s', (era) => {
    expect(failWith(fault(), era).error).toMatchObject({ code: -32001 });
  });

  it('is a result on 2026-07-28, with the seed’s data in its facts', () => {
    const { result, error } = failWith(fault(), '2026-07-28');
    expect(error).toBeUndefined();
    expect(result?.isError).toBe(true);
    expect(result?._meta['dev.errata/fault']).toMatchObject({
      code: -31001,
      data: { category: 'dependency', reason: 'LOGBOOK_DB_UNAVAILABLE', retryable: true },
    });
  });

  it('stays an error on 2026-07-28 where the call itself is wrong', () => {
    const unknown = engram.UNKNOWN_TOOL({ tool: 'x' });
    const nameless = engram.MISSING_REQUIRED_PARAM({ param: 'name', method: 'tools/call' });
    expect(failWith(unknown, '2026-07-28').error).toMatchObject({ code: -32602 });
    expect(failWith(nameless, '2026-07-28').error).toMatchObject({ code: -32602 });
  });

  it('is a result on 2026-07-28 where an argument is wrong', () => {
    const argument = engram.MISSING_REQUIRED_PARAM({ param: 'query', tool: 'memory_query' });
    expect(failWith(argument, '2026-07-28').result?.isError).toBe(true);
  });
});
