import {
  readFailure,
  createRedactor,
  Fault,
  createServer,
  type Handler,
  toRpcErrorJson,
} from '@errata/core';
import { type Definition, DEFAULT_BUDGET } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import {
  raiseDeviceErrorConcise,
  routeros,
  ROUTEROS_CODE_RANGES,
  routerosContract,
} from './index.js';

// The field tables of seeds 000 and 001, row by row, over the wire of a server with this contract.

interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly jsonrpc: unknown;
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: WireError;
}

const overview = {
  content: [{ type: 'text', text: 'System overview retrieved successfully' }],
  isError: false,
  _meta: {
    device_id: 'dev-lab-01',
    routeros_version: '7.10.1',
    uptime_seconds: 86400,
    cpu_usage_percent: 5.2,
    memory_total_bytes: 536870912,
    memory_used_bytes: 134217728,
  },
};

function serve(methods: Readonly<Record<string, Handler>>) {
  const server = createServer({ contract: routerosContract, era: '2025-11-25', methods });
  return async (message: object): Promise<Reply> =>
    JSON.parse((await server.receive(JSON.stringify(message)))!) as Reply;
}

const calling = (handler: Handler) => serve({ 'tools/call': handler });
const request = { jsonrpc: '2.0', id: 'req-12345', method: 'tools/call', params: {} };

const bare = (definition: Definition<never>) =>
  new Fault(definition as unknown as Definition<object>, {});

function wireOf(fault: Fault): WireError {
  const view = { era: '2025-11-25', redactor: createRedactor(), budget: DEFAULT_BUDGET } as const;
  return JSON.parse(toRpcErrorJson(fault, routerosContract, view)) as WireError;
}

describe('seeds 000 and 001, "Request Fields"', () => {
  it('jsonrpc: exactly the text "2.0", and neither the number nor another version', async () => {
    const send = calling(() => overview);
    expect((await send(request)).result).toEqual(overview);
    for (const jsonrpc of [2.0, '2', '2.00', ' 2.0', '1.0', null, undefined]) {
      expect((await send({ ...request, jsonrpc })).error?.code).toBe(-32600);
    }
  });

  it('id: a text or a number of the client, and nothing else', async () => {
    const send = calling(() => overview);
    for (const id of ['req-12345', '', 0, 42, -1]) {
      expect((await send({ ...request, id })).id).toBe(id);
    }
    for (const id of [true, null, {}, ['req-1']]) {
      const reply = await send({ ...request, id });
      expect(reply.error?.code).toBe(-32600);
      expect(reply).not.toHaveProperty('id');
    }
  });

  it('id: unique among the requests that wait, or -32600 for the second', async () => {
    let finish = () => {};
    const send = calling(() => new Promise((resolve) => (finish = () => resolve(overview))));
    const first = send(request);
    const second = await send(request);
    finish();
    expect(second.error).toMatchObject({
      code: -32600,
      data: { mcp_error_code: 'INVALID_REQUEST' },
    });
    expect((await first).result).toEqual(overview);
  });

  it('method: reaches tools/call, resources/read or prompts/get by its name, and -32601 names any other', async () => {
    const names = ['tools/call', 'resources/read', 'prompts/get'];
    const send = serve(Object.fromEntries(names.map((name) => [name, () => ({ name })])));
    for (const name of names) {
      expect((await send({ ...request, method: name })).result).toEqual({ name });
    }
    for (const method of ['tools/Call', 'tools/call ', 'toString', '']) {
      expect((await send({ ...request, method })).error).toMatchObject({
        code: -32601,
        data: { mcp_error_code: 'METHOD_NOT_FOUND', method },
      });
    }
  });

  it('params: an object, given to the method as it came; any other form is -32600', async () => {
    const send = calling((params) => ({ got: params }));
    const params = { name: 'system/get-overview', arguments: { device_id: 'dev-lab-01' } };
    expect((await send({ ...request, params })).result).toEqual({ got: params });
    for (const wrong of [['system/get-overview'], 'text', 7, true, null]) {
      expect((await send({ ...request, params: wrong })).error?.code).toBe(-32600);
    }
  });

  it('params: what a method misses in them is -32602', async () => {
    const send = calling((params) => {
      if (params === undefined) throw routeros.INVALID_PARAMS({ field: 'params' });
      return overview;
    });
    // Members that are undefined are not written.
    expect((await send({ ...request, params: undefined })).error).toMatchObject({
      code: -32602,
      message: 'Invalid params',
      data: { mcp_error_code: 'INVALID_PARAMS', field: 'params' },
    });
  });
});

describe('seeds 000 and 001, "Response Fields"', () => {
  it('the whole success response comes from the result of a tool, with nothing added or lost', async () => {
    expect(await calling(() => overview)(request)).toEqual({
      jsonrpc: '2.0',
      id: 'req-12345',
      result: overview,
    });
  });

  it('result.content: text, image and resource blocks arrive as the tool made them', async () => {
    const content = [
      { type: 'text', text: 'System overview retrieved successfully' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'device://dev-lab-01/health', text: '{}' } },
    ];
    expect((await calling(() => ({ content }))(request)).result).toEqual({ content });
  });

  it('result.isError: may be left out, and then or when false the call did not fail', async () => {
    const silent = { content: overview.content };
    expect((await calling(() => silent)(request)).result).not.toHaveProperty('isError');
    expect(readFailure(silent)).toBeUndefined();
    expect(readFailure(overview)).toBeUndefined();
    expect(readFailure({ ...overview, isError: true })).toBeDefined();
  });

  it('result._meta: carries structured values with their types, and may be left out', async () => {
    const { _meta, ...plain } = overview;
    expect((await calling(() => overview)(request)).result).toMatchObject({ _meta });
    expect((await calling(() => plain)(request)).result).not.toHaveProperty('_meta');
  });
});

describe('seeds 000 and 001, "Error Object Fields"', () => {
  it('code is an integer of -32xxx, message a text and data an object, for each of the 21 failures', () => {
    for (const definition of routeros.definitions) {
      const error = wireOf(bare(definition));
      expect(Object.keys(error)).toEqual(['code', 'message', 'data']);
      expect(Number.isInteger(error.code) && error.code <= -32000 && error.code > -33000).toBe(
        true,
      );
      expect(error.message).toMatch(/^\S/);
      expect(error.data).toBeTypeOf('object');
    }
  });

  it('data may be missing: a client still reads and places the failure by its number', () => {
    const read = (error: object) =>
      readFailure({ jsonrpc: '2.0', id: 1, error }, { contracts: [routerosContract] });
    expect(read({ code: -32010, message: 'Device Unreachable' })).toMatchObject({
      code: -32010,
      reason: 'DEVICE_UNREACHABLE',
    });
  });
});

describe('seeds 000 and 001, "Error Data Object"', () => {
  it('device_id is there where a device is concerned, and only there', () => {
    const concerned = routeros.DEVICE_AUTH_FAILED({ device_id: 'dev-lab-01' });
    expect(wireOf(concerned).data).toMatchObject({ device_id: 'dev-lab-01' });
    expect(wireOf(routeros.UNAUTHORIZED()).data).not.toHaveProperty('device_id');
  });

  it('routeros_error has the words of the device, and is left out where there are none', () => {
    const said = 'failure: no such item (4)';
    const failed = { device_id: 'dev-lab-01' };
    expect(wireOf(routeros.DEVICE_ERROR({ ...failed, routeros_error: said })).data).toMatchObject({
      routeros_error: said,
    });
    expect(wireOf(routeros.DEVICE_ERROR(failed)).data).not.toHaveProperty('routeros_error');
  });

  it('routeros_error is masked where the device repeats a password, and the rest of it stays', () => {
    const said = 'failure: login with password=hunter2-x refused (6)';
    const faults = [
      routeros.DEVICE_ERROR({ device_id: 'dev-lab-01', routeros_error: said }),
      routeros.DEVICE_UNREACHABLE({ device_id: 'dev-lab-01', routeros_error: said }),
      concise(said),
    ];
    for (const fault of faults) {
      const text = JSON.stringify(wireOf(fault));
      expect(text).not.toContain('hunter2');
      expect(text).toContain('failure: login with');
    }
  });
});

describe('seeds 000 and 001, "Error Code Quick Reference"', () => {
  it.each([
    ['-32700 to -32603', ['PARSE_ERROR', 'INVALID_REQUEST', 'METHOD_NOT_FOUND']],
    ['-32000 to -32009', ['INTERNAL_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND']],
    ['-32010 to -32019', ['DEVICE_UNREACHABLE', 'DEVICE_AUTH_FAILED', 'DEVICE_ERROR']],
    ['-32020 to -32029', ['INVALID_CONFIGURATION', 'UNSAFE_OPERATION']],
    ['-32030 to -32039', ['PLAN_NOT_APPROVED', 'PLAN_EXPIRED']],
  ])('%s: the examples of the row are in its range and of its category', (codes, reasons) => {
    const range = ROUTEROS_CODE_RANGES.find((row) => row.codes === codes)!;
    for (const reason of reasons) {
      const { code, category } = routeros.definition(reason)!;
      expect([reason, category]).toEqual([reason, range.category]);
      expect(code >= range.from && code <= range.to).toBe(true);
    }
  });
});

function concise(routerosError: string): Fault {
  try {
    return raiseDeviceErrorConcise('dev-lab-01', { routerosError });
  } catch (thrown) {
    return thrown as Fault;
  }
}
