import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineCatalog } from '../catalog/index.js';
import { decide } from './decide.js';
import { readFailure, readReturned, readThrown } from './read-failure.js';

describe('readFailure', () => {
  it.each([
    ['nothing', undefined],
    ['a text', 'Invalid params'],
    ['a number', -32602],
    ['an empty object', {}],
    ['a tool result', { content: [{ type: 'text', text: 'error: none' }], isError: false }],
    ['a tool result without the flag', { content: [{ type: 'text', text: 'Failed to open' }] }],
    ['a JSON-RPC result', { jsonrpc: '2.0', id: 1, result: { ok: true } }],
    ['a result that has an error member too', { jsonrpc: '2.0', id: 1, result: {}, error: null }],
    ['an HTTP answer', { status: 200, headers: {}, body: '{"jsonrpc":"2.0","id":1,"result":{}}' }],
    ['an object with a code, a message and more', { code: 200, message: 'OK', items: [] }],
  ])('takes %s for a success', (_, thing) => {
    expect(readFailure(thing)).toBeUndefined();
  });

  it('reads the validation error of seed 000 with its list of fields', () => {
    const error = {
      code: -32005,
      message: 'Validation Error',
      data: {
        mcp_error_code: 'VALIDATION_ERROR',
        details: 'Multiple validation errors',
        errors: [
          { field: 'device_id', message: 'Required field missing' },
          {
            field: 'dns_servers',
            message: 'Must be array of strings',
            expected: 'string[]',
            received: 7,
          },
        ],
      },
    };
    expect(readFailure({ jsonrpc: '2.0', id: 'req-1', error })).toMatchObject({
      origin: 'rpc',
      reason: 'VALIDATION_ERROR',
      code: -32005,
      message: 'Validation Error',
      details: 'Multiple validation errors',
      fields: [
        { field: 'device_id', message: 'Required field missing' },
        {
          field: 'dns_servers',
          message: 'Must be array of strings',
          expected: 'string[]',
          received: '7',
        },
      ],
      effect: 'unknown',
      data: error.data,
    });
  });

  it('reads the single field of seed 000', () => {
    const data = {
      mcp_error_code: 'VALIDATION_ERROR',
      details: 'Invalid IP address format',
      field: 'ip_address',
      value: '192.168.1.999',
      expected: 'Valid IPv4 or IPv6 address',
    };
    expect(readFailure({ code: -32005, message: 'Validation Error', data })?.fields).toEqual([
      {
        field: 'ip_address',
        message: 'Invalid IP address format',
        expected: 'Valid IPv4 or IPv6 address',
        received: '192.168.1.999',
      },
    ]);
  });

  it('reads the recovery guidance of seed 001', () => {
    const data = {
      mcp_error_code: 'FORBIDDEN',
      details: "Device 'dev-lab-01' does not allow advanced tier operations",
      recovery_strategy: 'user_action_required',
      suggestion: 'Enable advanced operations, or use a different device.',
      next_steps: ['Use registry/update to enable allow_advanced_writes flag'],
      alternatives: [
        { tool: 'registry/list', description: 'List devices', arguments: { environment: 'lab' } },
      ],
    };
    expect(readFailure({ code: -32002, message: 'Forbidden', data })).toMatchObject({
      reason: 'FORBIDDEN',
      strategy: 'user_action_required',
      suggestion: data.suggestion,
      nextSteps: data.next_steps,
      alternatives: data.alternatives,
    });
  });

  it('does not take the sentence in the reason of UNSAFE_OPERATION for a name', () => {
    const data = { mcp_error_code: 'UNSAFE_OPERATION', reason: 'Management interface protection' };
    expect(readFailure({ code: -32021, message: 'Unsafe Operation', data })?.reason).toBe(
      'UNSAFE_OPERATION',
    );
    expect(
      readFailure({ code: -32021, message: 'x', data: { reason: data.reason } }),
    ).not.toHaveProperty('reason');
  });

  it('reads the error data of Engram', () => {
    const data = {
      category: 'dependency',
      reason: 'OPENMEMORY_UNAVAILABLE',
      retryable: true,
      correlation_id: 'corr-a1b2c3d4e5f67890',
      details: { service: 'openmemory' },
    };
    expect(readFailure({ code: -32001, message: 'OpenMemory 不可用', data })).toEqual({
      origin: 'rpc',
      reason: 'OPENMEMORY_UNAVAILABLE',
      code: -32001,
      message: 'OpenMemory 不可用',
      category: 'dependency',
      retryable: true,
      effect: 'unknown',
      ref: 'corr-a1b2c3d4e5f67890',
      data,
      raw: { code: -32001, message: 'OpenMemory 不可用', data },
    });
  });

  it('reads a refusal that Engram gives as a result', () => {
    const structuredContent = { ok: false, action: 'reject', error_code: 'MISSING_REQUIRED_PARAM' };
    const result = {
      isError: true,
      content: [{ type: 'text', text: 'rejected' }],
      structuredContent,
    };
    expect(readFailure(result)).toMatchObject({ origin: 'tool', reason: 'MISSING_REQUIRED_PARAM' });
  });

  const facts = {
    domain: 'routeros',
    reason: 'DEVICE_UNREACHABLE',
    code: -32010,
    category: 'device',
    retryable: true,
    retry_after: 45,
    effect: 'none',
    recovery_strategy: 'retry_with_backoff',
    ref: 'corr-00112233aabbccdd',
    data: { mcp_error_code: 'DEVICE_UNREACHABLE', device_id: 'dev-lab-01', suggestion: 'Wait.' },
  };
  const known = {
    domain: 'routeros',
    reason: 'DEVICE_UNREACHABLE',
    code: -32010,
    category: 'device',
    retryable: true,
    retryAfter: 45,
    effect: 'none',
    strategy: 'retry_with_backoff',
    ref: 'corr-00112233aabbccdd',
    suggestion: 'Wait.',
    data: facts.data,
  };

  it.each([
    [
      'a tool result',
      'tool',
      {
        isError: true,
        content: [{ type: 'text', text: 'Gone.' }],
        _meta: { 'dev.errata/fault': facts },
      },
    ],
    [
      'a tool result without _meta',
      'tool',
      { isError: true, content: [{ type: 'text', text: 'Gone.' }], structuredContent: facts },
    ],
    [
      'a response with a tool result',
      'tool',
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          isError: true,
          content: [{ type: 'text', text: 'Gone.' }],
          _meta: { 'dev.errata/fault': facts },
        },
      },
    ],
    ['an error object', 'rpc', { code: -32010, message: 'Gone.', data: facts }],
    [
      'a problem document',
      'http',
      {
        type: 'urn:errata:routeros:DEVICE_UNREACHABLE',
        title: 'Device Unreachable',
        detail: 'Gone.',
        status: 502,
        ...facts,
      },
    ],
  ])('reads the default facts from %s', (_, origin, thing) => {
    expect(readFailure(thing)).toMatchObject({ origin, message: 'Gone.', ...known });
  });

  it('keeps the text of a tool result that says nothing else, without the prefix of SDK v1', () => {
    const content = [
      { type: 'image', data: '' },
      { type: 'text', text: 'MCP error -32602: Tool nope not found' },
      { type: 'text', text: 'second' },
    ];
    const result = { isError: true, content };
    expect(readFailure(result)).toEqual({
      origin: 'tool',
      message: 'Tool nope not found\nsecond',
      effect: 'unknown',
      raw: result,
    });
  });

  it.each([
    [-32700, 'none'],
    [-32600, 'none'],
    [-32601, 'none'],
    [-32602, 'none'],
    [-32603, 'unknown'],
    [-32000, 'unknown'],
    [-32007, 'unknown'],
    [-32010, 'unknown'],
  ])('takes the effect of a bare %i for %s', (code, effect) => {
    expect(readFailure({ code, message: 'x' })?.effect).toBe(effect);
  });

  it.each(['none', 'done', 'unknown'])('believes the wire that the effect is %s', (effect) => {
    expect(readFailure({ code: -32602, message: 'x', data: { effect } })?.effect).toBe(effect);
  });

  it('ignores members of the wrong type', () => {
    const data = {
      retry_after: -1,
      retryable: 'yes',
      effect: 'some',
      recovery_strategy: 'again',
      reason: 7,
      errors: 'x',
    };
    const failure = readFailure({ code: -32602, message: 'x', data });
    expect(Object.keys(failure ?? {}).sort()).toEqual([
      'code',
      'data',
      'effect',
      'message',
      'origin',
      'raw',
    ]);
  });

  it('knows an unknown tool by the data of our servers, and no other −32602', () => {
    const read = (data: object) => readFailure({ code: -32602, message: 'x', data }, { tool: 'a' });
    const unknown = read({ tool: 'a' })!;
    expect(unknown).toMatchObject({ reason: 'UNKNOWN_TOOL', effect: 'none' });
    expect(decide(unknown)).toMatchObject({
      action: 'fix',
      message: 'x. Choose another tool from tools/list.',
    });
    expect(read({ tool: 'b' })).not.toHaveProperty('reason');
    expect(read({ tool: 'a', errors: [] })).not.toHaveProperty('reason');
  });

  it('keeps the example of a field', () => {
    const errors = [{ field: 'qty', message: 'too small', example: 1 }];
    expect(readFailure({ code: -32602, message: 'x', data: { errors } })?.fields).toEqual(errors);
  });

  it('reads a response whose error is not an error object', () => {
    expect(readFailure({ jsonrpc: '2.0', id: 1, error: 'broken' })).toMatchObject({
      origin: 'rpc',
      message: 'The peer gave no message',
      effect: 'unknown',
    });
  });

  it('reads a fault that was thrown in the same process', () => {
    const demo = defineCatalog(
      'demo',
      {
        LOST: {
          code: -32011,
          title: 'Lost',
          category: 'x',
          effect: 'done',
          recovery: 'report_and_abort',
        },
      },
      { unexpected: 'LOST' },
    );
    const fault = demo.LOST({}, { details: 'Gone for good' });
    expect(readFailure(fault)).toMatchObject({
      origin: 'rpc',
      domain: 'demo',
      reason: 'LOST',
      message: 'Gone for good',
      effect: 'done',
      strategy: 'report_and_abort',
      ref: fault.ref,
      raw: fault,
    });
  });

  it('shortens a very long message', () => {
    expect(readFailure({ code: 1, message: 'x'.repeat(50_000) })?.message.length).toBeLessThan(
      5000,
    );
  });
});

describe('readReturned', () => {
  const error = { code: -32602, message: 'Invalid params' };

  it('reads the text of an error response', () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, error });
    const expected = { origin: 'rpc', code: -32602, effect: 'none', raw: text };
    expect(readReturned(text)).toMatchObject(expected);
    expect(readFailure(text)).toMatchObject(expected);
    expect(readThrown(text)).toMatchObject(expected);
    expect(readReturned('{"jsonrpc":"2.0","id":null,"error":"no"}')?.origin).toBe('rpc');
  });

  it.each([
    ['nothing', ''],
    ['words', 'Error: {"jsonrpc":"2.0"}'],
    ['a text that is cut', JSON.stringify({ jsonrpc: '2.0', id: 1, error }).slice(0, -1)],
    ['an error without the version', JSON.stringify({ id: 1, error })],
    ['an error of another version', JSON.stringify({ jsonrpc: '1.0', id: 1, error })],
    ['a response with a result', JSON.stringify({ jsonrpc: '2.0', id: 1, result: { error } })],
    ['a result with an empty error', '{"jsonrpc":"2.0","id":1,"result":7,"error":null}'],
    ['a list', JSON.stringify([{ jsonrpc: '2.0', id: 1, error }])],
    ['an error object', JSON.stringify(error)],
    ['a tool result', JSON.stringify({ isError: true, content: [] })],
    ['an HTTP answer', JSON.stringify({ status: 500, headers: {} })],
    [
      'more than a megabyte',
      JSON.stringify({ jsonrpc: '2.0', id: 1, error, padding: 'x'.repeat(1024 * 1024) }),
    ],
  ])('keeps the text of %s', (_, text) => {
    expect(readReturned(text)).toBeUndefined();
    expect(readFailure(text)).toBeUndefined();
  });

  it('keeps a result that only looks like an error object', () => {
    expect(readReturned({ code: 200, message: 'OK' })).toBeUndefined();
    expect(readReturned(new Error('a value, not thrown'))).toBeUndefined();
  });
});

describe('readThrown', () => {
  it.each([undefined, null, 0, 'boom', {}, Symbol('x')])('reads %s as a failure', (thrown) => {
    const failure = readThrown(thrown);
    expect(failure).toMatchObject({ origin: 'local', kind: 'unknown', effect: 'unknown' });
    expect(failure.message).not.toBe('');
  });
});

describe('reading anything', () => {
  const hostile: Record<string, () => unknown> = {
    'a proxy that throws on everything': () =>
      new Proxy(
        {},
        new Proxy(
          {},
          {
            get: () => () => {
              throw new Error('no');
            },
          },
        ),
      ),
    'a revoked proxy': () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
    'a revoked proxy of a list as content': () => {
      const { proxy, revoke } = Proxy.revocable([], {});
      revoke();
      return { isError: true, content: proxy, _meta: proxy };
    },
    'getters that throw': () => ({
      isError: true,
      get content(): unknown {
        throw new Error('no');
      },
      get _meta(): unknown {
        throw new Error('no');
      },
    }),
    'an error whose members throw': () =>
      Object.defineProperties(new Error('x'), {
        name: {
          get() {
            throw new Error('no');
          },
        },
        code: {
          get() {
            throw new Error('no');
          },
        },
        cause: {
          get() {
            throw new Error('no');
          },
        },
      }),
    'headers that throw': () => ({
      status: 503,
      headers: {
        get() {
          throw new Error('no');
        },
      },
    }),
    'an error that is its own cause': () => {
      const error = new Error('x');
      error.cause = error;
      return error;
    },
    'brands that are no set': () =>
      Object.assign(new Error('x'), { [Symbol.for('mcp.sdk.errorBrands')]: { has: 1 } }),
  };

  it.each(Object.keys(hostile))('survives %s', (name) => {
    const thing = hostile[name]!();
    expect(() => readFailure(thing)).not.toThrow();
    expect(readThrown(thing).origin).toBeTypeOf('string');
  });

  it('never throws, for any input', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
    });
    const member = fc.oneof(
      anything,
      fc.constant({
        get: () => {
          throw new Error('no');
        },
      }),
    );
    const shaped = fc.record(
      {
        isError: fc.constant(true),
        content: member,
        error: member,
        status: fc.integer({ min: 100, max: 599 }),
        headers: member,
        body: member,
        code: member,
        message: member,
        data: member,
        _meta: member,
        structuredContent: member,
        jsonrpc: fc.constant('2.0'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          anything,
          shaped,
          shaped.map((members) => Object.assign(new Error('x'), members)),
        ),
        (thing) => {
          const failure = readFailure(thing);
          expect(
            failure === undefined || ['none', 'done', 'unknown'].includes(failure.effect),
          ).toBe(true);
          expect(readThrown(thing).message).toBeTypeOf('string');
        },
      ),
      { numRuns: 500 },
    );
  });
});
