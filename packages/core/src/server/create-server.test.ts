import { describe, expect, it } from 'vitest';
import {
  defineCatalog,
  defineFailures,
  joinFailures,
  standard,
  standardFailures,
} from '../catalog/index.js';
import { defineContract, type FaultRecord } from '../contract/index.js';
import { type Era, ERAS } from '../era/index.js';
import { classify } from '../fault/index.js';
import { createServer, type ServerOptions } from './create-server.js';
import type { Handler } from './connection.js';

const demo = defineCatalog(
  'demo',
  joinFailures(
    standardFailures,
    defineFailures({
      DEVICE_UNREACHABLE: {
        code: -32010,
        title: 'Device Unreachable',
        category: 'device',
        condition: 'unreachable',
        context: { device_id: 'string', address: 'string' },
        details: (c) => `No answer from ${c.device_id} (${c.address})`,
        recovery: { strategy: 'retry_with_backoff', retryAfter: 60 },
        effect: 'none',
      },
    }),
  ),
  { unexpected: 'INTERNAL_ERROR' },
);

/** The literal contract of JSON-RPC: titles as messages, bare data. */
const plain = defineContract({
  catalog: standard,
  rpcData: 'payload',
  message: 'title',
});

const methods: Record<string, Handler> = {
  subtract: (params) => {
    const [a, b] = Array.isArray(params)
      ? params
      : [params?.['minuend' as never], params?.['subtrahend' as never]];
    return (a as number) - (b as number);
  },
  sum: (params) => (params as number[]).reduce((x, y) => x + y, 0),
  later: async (params) => params,
  get_data: () => ['hello', 5],
};

const serve = (options: Partial<ServerOptions> = {}) =>
  createServer({ contract: plain, era: 'jsonrpc', methods, ...options });

describe('JSON-RPC 2.0 §7, message by message', () => {
  it.each([
    [
      'positional parameters',
      '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
      '{"jsonrpc":"2.0","id":1,"result":19}',
    ],
    [
      'named parameters',
      '{"jsonrpc":"2.0","method":"subtract","params":{"subtrahend":23,"minuend":42},"id":3}',
      '{"jsonrpc":"2.0","id":3,"result":19}',
    ],
    ['a notification', '{"jsonrpc":"2.0","method":"update","params":[1,2,3]}', undefined],
    [
      'a method that does not exist',
      '{"jsonrpc":"2.0","method":"foobar","id":"1"}',
      '{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"message":"Method not found","data":{"method":"foobar"}}}',
    ],
    [
      'invalid JSON',
      '{"jsonrpc":"2.0","method":"foobar, "params":"bar","baz]',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","data":{"problem":"invalid-json"}}}',
    ],
    [
      'an invalid request',
      '{"jsonrpc":"2.0","method":1,"params":"bar"}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","data":{"problem":"wrong-method"}}}',
    ],
    [
      'an invalid batch',
      '[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method"',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","data":{"problem":"invalid-json"}}}',
    ],
    [
      'an empty batch',
      '[]',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","data":{"problem":"batch-empty"}}}',
    ],
    [
      'a batch of one invalid entry',
      '[1]',
      '[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","data":{"problem":"not-an-object"}}}]',
    ],
    [
      'a batch of notifications',
      '[{"jsonrpc":"2.0","method":"sum","params":[1]},{"jsonrpc":"2.0","method":"nothing"}]',
      undefined,
    ],
  ])('answers %s', (_, request, reply) => {
    expect(serve().receive(request)).toBe(reply);
  });

  it('answers a mixed batch entry by entry, and says nothing for its notifications', () => {
    const reply = serve().receive(
      `[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method":"notify","params":[7]},
        {"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":"2"},{"foo":"boo"},
        {"jsonrpc":"2.0","method":"foo.get","params":{"name":"myself"},"id":"5"},{"jsonrpc":"2.0","method":"get_data","id":"9"}]`,
    );
    expect(JSON.parse(reply as string)).toEqual([
      { jsonrpc: '2.0', id: '1', result: 7 },
      { jsonrpc: '2.0', id: '2', result: 19 },
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) as object },
      { jsonrpc: '2.0', id: '5', error: expect.objectContaining({ code: -32601 }) as object },
      { jsonrpc: '2.0', id: '9', result: ['hello', 5] },
    ]);
  });

  it('waits for the slow entries of a batch', async () => {
    const reply = await serve().receive(
      '[{"jsonrpc":"2.0","method":"later","params":[1],"id":1},{"jsonrpc":"2.0","method":"sum","params":[2],"id":2}]',
    );
    expect(reply).toBe(
      '[{"jsonrpc":"2.0","id":1,"result":[1]},{"jsonrpc":"2.0","id":2,"result":2}]',
    );
  });
});

describe('the reply to a request', () => {
  const ask = (id: string, method = 'sum') =>
    `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":[1]}`;

  it.each([
    '0',
    '-7',
    '9007199254740993',
    '1.0',
    '1e2',
    '1.5',
    'null',
    '""',
    '"ключ"',
    '"\\u0061\\/"',
    `"${'x'.repeat(9999)}"`,
  ])('has the id %s unchanged', (id) => {
    expect(serve().receive(ask(id))).toBe(`{"jsonrpc":"2.0","id":${id},"result":1}`);
  });

  it.each([
    ['a BigInt', () => 1n],
    ['undefined', () => undefined],
    ['a function', () => () => 1],
    [
      'a cycle',
      () => {
        const cycle: { self?: unknown } = {};
        cycle.self = cycle;
        return cycle;
      },
    ],
    [
      'a toJSON that throws',
      () => ({
        toJSON: () => {
          throw new Error('secret');
        },
      }),
    ],
    ['a promise of a BigInt', async () => ({ deep: [1n] })],
  ])('is −32603 under the right id if the result is %s', async (_, handler) => {
    const reply = await serve({ methods: { sum: handler } }).receive(ask('"req-7"'));
    expect(JSON.parse(reply as string)).toEqual({
      jsonrpc: '2.0',
      id: 'req-7',
      error: { code: -32603, message: 'Internal error' },
    });
  });

  it('is refused for a second request with an id that is still in flight, and the first is answered', async () => {
    const server = serve();
    const first = server.receive(ask('5', 'later'));
    expect(server.inFlight).toBe(1);
    const second = server.receive(ask('5.0'));
    expect(JSON.parse(second as string)).toMatchObject({
      id: 5,
      error: { code: -32600, data: { problem: 'id-in-use' } },
    });
    expect(await first).toBe('{"jsonrpc":"2.0","id":5,"result":[1]}');
    expect(server.inFlight).toBe(0);
    expect(server.receive(ask('5'))).toBe('{"jsonrpc":"2.0","id":5,"result":1}');
  });

  it.each([
    [
      'sync',
      () => {
        throw new Error('connect ECONNREFUSED postgres://admin:hunter2@db');
      },
    ],
    [
      'async',
      async () => {
        throw new Error('connect ECONNREFUSED postgres://admin:hunter2@db');
      },
    ],
    [
      'a string',
      () => {
        throw 'postgres://admin:hunter2@db';
      },
    ],
    [
      'undefined',
      () => {
        throw undefined;
      },
    ],
    [
      'a foreign code',
      () => {
        throw Object.assign(new Error('hunter2'), { code: 404, data: { token: 'hunter2' } });
      },
    ],
  ])('masks an undeclared failure (%s) and reports it to the operator', async (_, handler) => {
    const records: FaultRecord[] = [];
    const server = serve({ methods: { sum: handler }, onFault: (record) => records.push(record) });
    const reply = (await server.receive(ask('1'))) as string;
    expect(records).toHaveLength(1);
    const error = { code: -32603, message: 'Internal error', data: { ref: records[0]!.ref } };
    expect(JSON.parse(reply)).toEqual({ jsonrpc: '2.0', id: 1, error });
    expect(records[0]!.causes.length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toContain('admin:hunter2');
  });
});

describe('a fault that is returned', () => {
  it.each([
    ['at once', () => standard.INVALID_PARAMS()],
    ['later', async () => standard.INVALID_PARAMS()],
  ])('%s is a failure as if it had been thrown', async (_, handler) => {
    const records: FaultRecord[] = [];
    const server = serve({ methods: { sum: handler }, onFault: (record) => records.push(record) });
    const reply = await server.receive('{"jsonrpc":"2.0","id":1,"method":"sum"}');
    expect(reply).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}',
    );
    expect(records.map(({ mcp_error_code: reason }) => reason)).toEqual(['INVALID_PARAMS']);
  });
});

describe('a notification', () => {
  it.each(['sync', 'async'])('that fails (%s) is reported to the operator only', async (kind) => {
    const records: FaultRecord[] = [];
    const fail = () => {
      throw new TypeError('boom');
    };
    const server = serve({
      methods: { note: kind === 'sync' ? fail : async () => fail() },
      onFault: (record) => records.push(record),
    });
    expect(await server.receive('{"jsonrpc":"2.0","method":"note"}')).toBeUndefined();
    expect(records.map(({ causes }) => causes[0]?.name)).toEqual(['TypeError']);
  });
});

describe('cancellation', () => {
  const hang: Handler = (_, call) =>
    new Promise((_resolve, reject) => {
      call.signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  const cancelled = (id: string) =>
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":"no longer needed"}}`;

  it.each(['7', '"seven"', '9007199254740993'])(
    'of %s stops the handler and sends nothing',
    async (id) => {
      const server = serve({ era: '2025-11-25', methods: { hang } });
      const pending = server.receive(`{"jsonrpc":"2.0","id":${id},"method":"hang"}`);
      expect(server.receive(cancelled(id))).toBeUndefined();
      expect(await pending).toBeUndefined();
      expect(server.inFlight).toBe(0);
    },
  );

  it('is recorded as a cancellation if the handler throws the reason of its signal', async () => {
    const records: FaultRecord[] = [];
    const stop: Handler = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const catalog = defineCatalog('work', {
      STOPPED: {
        ...{ code: -31001, title: 'Stopped', category: 'work', condition: 'cancelled' },
        recovery: 'report_and_abort',
      },
    });
    const server = serve({
      era: '2025-11-25',
      contract: defineContract({ catalog }),
      methods: { stop },
      onFault: (record) => records.push(record),
    });
    const pending = server.receive('{"jsonrpc":"2.0","id":1,"method":"stop"}');
    void server.receive(cancelled('1'));
    await pending;
    await expect.poll(() => records.length).toBe(1);
    expect(records[0]).toMatchObject({
      mcp_error_code: 'STOPPED',
      causes: [{ message: 'no longer needed' }],
    });
  });

  it('drops a late result', async () => {
    let finish = (_: unknown) => {};
    const slow: Handler = () => new Promise((resolve) => (finish = resolve));
    const server = serve({ era: '2025-11-25', methods: { slow } });
    const pending = server.receive('{"jsonrpc":"2.0","id":1,"method":"slow"}');
    void server.receive(cancelled('1'));
    finish('late');
    expect(await pending).toBeUndefined();
  });

  it('frees the id at once, and the cancelled handler does not free it again when it ends', async () => {
    const finish: ((result: string) => void)[] = [];
    const slow: Handler = () => new Promise((resolve) => finish.push(resolve));
    const server = serve({ era: '2025-11-25', methods: { slow } });
    const request = '{"jsonrpc":"2.0","id":1,"method":"slow"}';

    void server.receive(request);
    void server.receive(cancelled('1'));
    const second = server.receive(request);
    finish[0]!('of the first');
    await new Promise(setImmediate);

    expect(server.inFlight).toBe(1);
    expect(server.receive(request)).toContain('"id-in-use"');
    finish[1]!('of the second');
    expect(await second).toBe('{"jsonrpc":"2.0","id":1,"result":"of the second"}');
    expect(server.inFlight).toBe(0);
  });

  it.each(['99', 'null', '{}', '"1"', '9007199254740993'])(
    'of %s, which is not in flight, is ignored',
    async (id) => {
      const server = serve({ era: '2025-11-25' });
      expect(server.inFlight).toBe(0);
      const pending = server.receive('{"jsonrpc":"2.0","id":1,"method":"later","params":{"a":1}}');
      expect(server.receive(cancelled(id))).toBeUndefined();
      expect(await pending).toBe('{"jsonrpc":"2.0","id":1,"result":{"a":1}}');
    },
  );

  it('does not exist for initialize', async () => {
    const server = serve({ era: '2025-11-25', methods: { initialize: methods['later']! } });
    const pending = server.receive('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}');
    void server.receive(cancelled('1'));
    expect(await pending).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
  });

  it('of all requests happens when the connection closes', async () => {
    const server = serve({ era: '2025-11-25', methods: { hang } });
    const pending = [1, 2, 3].map((id) =>
      server.receive(`{"jsonrpc":"2.0","id":${id},"method":"hang"}`),
    );
    server.close('gone');
    expect(await Promise.all(pending)).toEqual([undefined, undefined, undefined]);
  });
});

describe('the failure of a tool', () => {
  const contract = defineContract({ catalog: demo });
  const call =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"system/get-overview"}}';
  const unreachable: Handler = () => {
    throw demo.DEVICE_UNREACHABLE({ device_id: 'dev-lab-01', address: '198.51.100.7:443' });
  };
  const run = (era: Era, handler = unreachable) => {
    const records: FaultRecord[] = [];
    const server = createServer({
      contract,
      era,
      methods: { 'tools/call': handler },
      onFault: (record) => records.push(record),
    });
    return { reply: JSON.parse(server.receive(call) as string) as Reply, records };
  };
  interface Reply {
    readonly result?: {
      content: [{ text: string }];
      isError: true;
      resultType?: string;
      _meta: Record<string, Record<string, unknown>>;
    };
    readonly error?: { code: number; data: Record<string, unknown> };
  }

  it.each(ERAS.filter((era) => era !== 'jsonrpc'))('is a result with isError on %s', (era) => {
    const { reply, records } = run(era);
    const facts = reply.result!._meta['dev.errata/fault']!;
    expect(reply.result!.isError).toBe(true);
    expect(reply.result!.content[0].text).toBe(
      `DEVICE_UNREACHABLE: No answer from dev-lab-01 (198.51.100.7:443). Nothing was changed. Next: retry after 60 s. ref=${String(facts['ref'])}`,
    );
    expect(facts).toEqual({
      domain: 'demo',
      reason: 'DEVICE_UNREACHABLE',
      code: era === '2026-07-28' ? -31010 : -32010,
      category: 'device',
      retryable: true,
      retry_after: 60,
      effect: 'none',
      recovery_strategy: 'retry_with_backoff',
      ref: records[0]!.ref,
      data: { device_id: 'dev-lab-01', address: '198.51.100.7:443' },
    });
    expect(reply.result!.resultType).toBe(era === '2026-07-28' ? 'complete' : undefined);
    expect(records[0]).toMatchObject({
      event: 'tool_error',
      tool_name: 'system/get-overview',
      request_id: '1',
    });
  });

  it('is an error object on plain JSON-RPC', () => {
    expect(run('jsonrpc').reply.error).toMatchObject({
      code: -32010,
      data: { reason: 'DEVICE_UNREACHABLE' },
    });
  });

  it('is a result with isError even if it is not declared', () => {
    const { reply } = run('2026-07-28', () => {
      throw new Error('hunter2');
    });
    expect(reply.result).toMatchObject({ isError: true });
    expect(reply.result!.content[0].text).toMatch(
      /^INTERNAL_ERROR: Internal server error\. .* ref=corr-/,
    );
  });

  it('stays an error object if the result cannot be encoded', () => {
    expect(run('2026-07-28', () => 1n).reply.error).toMatchObject({ code: -32603 });
  });

  it('stays an error object if the call itself was invalid', () => {
    const { reply } = run('2026-07-28', () => {
      throw demo.INVALID_PARAMS();
    });
    expect(reply.error).toMatchObject({ code: -32602, data: { reason: 'INVALID_PARAMS' } });
  });
});

describe('hooks that fail', () => {
  it('lose no reply', () => {
    const server = serve({
      onFault: () => {
        throw new Error('observer');
      },
      onResponse: () => {
        throw new Error('x');
      },
    });
    expect(server.receive('{"jsonrpc":"2.0","id":1,"method":"nope"}')).toContain('-32601');
    expect(server.receive('{"jsonrpc":"2.0","id":1,"result":1}')).toBeUndefined();
  });

  it.each(['adopt', 'condition', 'message', 'shape'])(
    'include a contract whose %s throws',
    (part) => {
      const fail = () => {
        throw new Error('hunter2');
      };
      const broken = defineCatalog('broken', {
        BAD: {
          code: 7,
          title: 'Bad',
          category: 'x',
          recovery: 'report_and_abort',
          ...(part === 'condition' && {
            condition: (c: { go?: unknown }) => (c.go === 1 ? fail() : undefined),
          }),
          context: { go: 'integer?' },
        },
      });
      const contract = defineContract({
        catalog: broken,
        ...(part === 'adopt' && { adopt: fail }),
        ...(part === 'message' && { message: fail }),
        ...(part === 'shape' && { shape: { envelope: {}, write: fail, read: fail } }),
      });
      for (const era of ['jsonrpc', '2026-07-28'] as const) {
        const server = createServer({
          contract,
          era,
          methods: {
            'tools/call': () => {
              throw part === 'adopt' ? 1 : broken.BAD({ go: 1 });
            },
          },
        });
        const reply = server.receive(
          '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
        ) as string;
        expect(JSON.parse(reply)).toMatchObject({ jsonrpc: '2.0', id: 1 });
        expect(reply).not.toContain('hunter2');
      }
    },
  );

  it('include a catalog whose templates throw', () => {
    const broken = defineCatalog(
      'broken',
      joinFailures(
        standardFailures,
        defineFailures({
          BAD: {
            code: 7,
            title: 'Bad',
            category: 'x',
            recovery: 'report_and_abort',
            details: () => {
              throw new Error('hunter2');
            },
          },
        }),
      ),
      { unexpected: 'INTERNAL_ERROR' },
    );
    const records: FaultRecord[] = [];
    const server = createServer({
      contract: defineContract({ catalog: broken }),
      era: '2025-11-25',
      onFault: (record) => records.push(record),
      methods: {
        'tools/call': () => {
          throw broken.BAD();
        },
      },
    });
    const reply = server.receive(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
    ) as string;
    expect(JSON.parse(reply)).toMatchObject({ id: 1, result: { isError: true } });
    expect(reply).toContain('BAD: Bad. ');
    expect(reply).not.toContain('hunter2');
    expect(records).toHaveLength(1);
    expect(records[0]!.causes.map(({ message }) => message)).toEqual(['hunter2']);
  });
});

describe('what a hostile review found', () => {
  const big = (n: number) => `{"jsonrpc":"2.0","id":900719925474099${n},"method":"hang"}`;
  const hang: Handler = (_, call) =>
    new Promise((_resolve, reject) => {
      call.signal.addEventListener('abort', () => reject(new Error('stopped')));
    });

  it('a cancellation with a rounded id cancels nothing if it is ambiguous', async () => {
    const server = serve({ era: '2025-11-25', methods: { hang } });
    const pending = [2, 3].map((n) => server.receive(big(n)));
    void server.receive(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}',
    );
    expect(server.inFlight).toBe(2);
    server.close();
    await Promise.all(pending);
  });

  it('a proxy around a fault is answered', () => {
    const fault = standard.INVALID_PARAMS();
    const server = serve({
      methods: {
        sum: (_, call) => {
          void call.ref;
          throw new Proxy(fault, {});
        },
      },
    });
    expect(server.receive('{"jsonrpc":"2.0","id":1,"method":"sum"}')).toContain('"id":1,"error"');
  });

  it.each([undefined, null, 7, {}])('%s instead of a text is a parse error', (input) => {
    expect(serve().receive(input as never)).toContain('-32700');
  });

  it.each([
    ['2025-03-26', '[{"jsonrpc":"2.0","method":"initialize"}]'],
    ['2025-11-25', '{"jsonrpc":"2.0","method":"m","params":[1]}'],
  ] as const)('a notification of %s that breaks a rule of MCP is not answered', (era, text) => {
    expect(serve({ era }).receive(text)).toBeUndefined();
  });

  it('a text that spells one id in two ways never breaks the reply', () => {
    const reply = serve().receive('{"jsonrpc":"2.0","id":"x\\",","method":"sum","id":"x\\\\"}');
    expect(() => JSON.parse(reply as string) as unknown).not.toThrow();
  });

  const SCHEMA_ERROR = {
    issues: [{ message: 'Expected string', path: ['upstream_key'], expected: 'string' }],
  };
  const throwing = (make: () => unknown): Record<string, Handler> => ({
    'tools/call': () => {
      throw make();
    },
  });
  const CALL_X = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}';

  it.each(['2025-11-25', '2026-07-28', 'jsonrpc'] as const)(
    'a schema error that a handler throws is masked, and may have changed something: %s',
    (era) => {
      const contract = defineContract({ catalog: demo });
      const methods = throwing(() => SCHEMA_ERROR);
      const reply = createServer({ contract, era, methods }).receive(CALL_X);
      expect(reply).toMatch(/"reason":"INTERNAL_ERROR".*"effect":"unknown"/);
      expect(reply).not.toContain('upstream_key');
    },
  );

  it('arguments that a handler validated itself name the field, in a result if it was a tool', () => {
    const contract = defineContract({ catalog: demo });
    const methods = throwing(() => classify(SCHEMA_ERROR, { input: true }));
    expect(createServer({ contract, era: '2026-07-28', methods }).receive(CALL_X)).toMatch(
      /"isError":true.*INVALID_PARAMS.*upstream_key/,
    );
    expect(createServer({ contract, era: 'jsonrpc', methods }).receive(CALL_X)).toMatch(
      /-32602.*upstream_key/,
    );
  });

  it('an era that the catalog does not serve is rejected at once', () => {
    const old = defineCatalog(
      'old',
      { A: { code: -32050, title: 'A', category: 'x', recovery: 'report_and_abort' } },
      { numbers: 'literal', eras: ['2025-11-25'] },
    );
    const contract = defineContract({ catalog: old });
    expect(() => createServer({ contract, era: '2026-07-28', methods: {} })).toThrow(
      'catalog old is not served in 2026-07-28, only in 2025-11-25',
    );
    expect(() => createServer({ contract, era: '2025' as Era, methods: {} })).toThrow(
      'there is no era "2025"',
    );
  });
});

describe('a malformed response', () => {
  it.each([
    '{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"m"}}',
    '{"jsonrpc":"2.0","id":1,"error":5}',
    '{"jsonrpc":"2.0","id":1,"result":{"roots":[],}}',
    '{"jsonrpc":"2.0","id":1,"result":{"roots":[',
  ])('is not answered: %s', (text) => expect(serve().receive(text)).toBeUndefined());
});

describe('a call that only reads', () => {
  const contract = defineContract({ catalog: demo });
  const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}';
  const reading =
    (work: () => unknown): Handler =>
    (_params, call) => {
      call.readOnly = true;
      return work();
    };

  it.each<[string, () => unknown]>([
    ['an exception', () => Promise.reject(new Error('x'))],
    ['a result that is too long', () => 'x'.repeat(1000)],
    ['a result without JSON', () => 1n],
    ['a fault that says otherwise', () => demo.INTERNAL_ERROR({}, { effect: 'done' })],
    ['a deadline that passes', () => new Promise(() => {})],
  ])('reports effect none for any failure: %s', async (_what, work) => {
    const effects: string[] = [];
    const server = createServer({
      ...{ contract, era: '2025-11-25', maxResultChars: 500, deadline: 5 },
      methods: { 'tools/call': reading(work) },
      onFault: ({ effect }) => effects.push(effect),
    });
    const reply = await server.receive(CALL);
    expect(reply).toContain('"effect":"none"');
    expect(effects).toEqual(['none']);
  });
});
