import { createServer, createRedactor } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { raiseDeviceErrorConcise, routeros, routerosContract } from './index.js';

interface Reply {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly data: { readonly mcp_error_code: string } };
}

const tools: Readonly<Record<string, () => unknown>> = {
  'system/get-overview': () => ({
    content: [{ type: 'text', text: 'System overview retrieved successfully' }],
    _meta: { device_id: 'dev-lab-01' },
  }),
  'system/broken': () => {
    throw new RangeError('password=hunter2');
  },
  'system/unwritable': () => 10n,
  'system/leaky': () =>
    raiseDeviceErrorConcise('dev-lab-01', { routerosError: 'login with s3cr3t-pass refused' }),
};

const server = createServer({
  contract: routerosContract,
  era: '2025-11-25',
  redactor: createRedactor({ secrets: ['s3cr3t-pass'] }),
  methods: {
    'tools/call': (params) => {
      const { name } = (params ?? {}) as { name?: unknown };
      if (typeof name !== 'string') throw routeros.INVALID_PARAMS({ field: 'name' });
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
      if (tool === undefined) throw routeros.METHOD_NOT_FOUND({ tool: name });
      return tool();
    },
  },
});

async function send(message: object | string): Promise<Reply | undefined> {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  const reply = await server.receive(text);
  return reply === undefined ? undefined : (JSON.parse(reply) as Reply);
}

const call = (name?: string) =>
  send({ jsonrpc: '2.0', id: 'req-001', method: 'tools/call', params: { name } });

const outcome = (reply: Reply | undefined) => [
  reply?.error?.code,
  reply?.error?.data.mcp_error_code,
];

describe('seeds 000 and 001, "MCP Protocol Compliance Checklist"', () => {
  it('request processing: -32700 for malformed JSON', async () => {
    expect(outcome(await send('{"jsonrpc": "2.0",'))).toEqual([-32700, 'PARSE_ERROR']);
  });

  it('request processing: -32600 when jsonrpc is not exactly "2.0" or method is missing', async () => {
    const wrong = [
      { jsonrpc: '1.0', id: 1, method: 'tools/call' },
      { id: 1, method: 'tools/call' },
      { jsonrpc: '2.0', id: 1 },
    ];
    for (const message of wrong) {
      expect(outcome(await send(message))).toEqual([-32600, 'INVALID_REQUEST']);
    }
  });

  it('request processing: -32601 for an unknown method and for an unknown tool', async () => {
    const unknown = { jsonrpc: '2.0', id: 1, method: 'tools/paint' };
    expect(outcome(await send(unknown))).toEqual([-32601, 'METHOD_NOT_FOUND']);
    expect(outcome(await call('system/nope'))).toEqual([-32601, 'METHOD_NOT_FOUND']);
  });

  it('request processing: -32602 for invalid params', async () => {
    expect(outcome(await call())).toEqual([-32602, 'INVALID_PARAMS']);
  });

  it('request processing: a request without id is a notification and is not answered', async () => {
    expect(await send({ jsonrpc: '2.0', method: 'tools/call', params: {} })).toBeUndefined();
  });

  it('response generation: jsonrpc "2.0", the id of the request, result or error but never both', async () => {
    const good = await call('system/get-overview');
    const bad = await call('system/nope');
    expect(good).toMatchObject({ jsonrpc: '2.0', id: 'req-001' });
    expect(bad).toMatchObject({ jsonrpc: '2.0', id: 'req-001' });
    expect(good).not.toHaveProperty('error');
    expect(bad).not.toHaveProperty('result');
  });

  it('error reporting: -32000 for an unexpected error in a tool, -32603 for a result that cannot be written', async () => {
    expect(outcome(await call('system/broken'))).toEqual([-32000, 'INTERNAL_ERROR']);
    expect(outcome(await call('system/unwritable'))).toEqual([-32603, 'INTERNAL_JSONRPC_ERROR']);
  });

  it('error reporting: no sensitive data, neither of an exception nor of the device', async () => {
    const replies = [await call('system/broken'), await call('system/leaky')];
    expect(JSON.stringify(replies)).not.toMatch(/hunter2|s3cr3t/);
  });

  it('error reporting: mcp_error_code, details, a recovery strategy and a suggestion in every error', async () => {
    const replies = await Promise.all(
      ['system/nope', 'system/broken', 'system/unwritable', 'system/leaky', undefined].map(call),
    );
    for (const reply of replies) {
      const text = expect.any(String) as string;
      expect(reply?.error?.data).toMatchObject({
        mcp_error_code: text,
        details: text,
        recovery_strategy: text,
        suggestion: text,
      });
    }
  });
});
