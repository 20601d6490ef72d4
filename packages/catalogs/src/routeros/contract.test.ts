import { DEFAULT_BUDGET, toFaultRecord } from '@errata/core/internal';
import {
  toToolFailure,
  ERAS,
  type Era,
  classify,
  createRedactor,
  isFault,
  type Fault,
} from '@errata/core';
import { describe, expect, it } from 'vitest';
import { createRouterosContract, handleToolErrors, routeros, routerosContract } from './index.js';

const era = '2025-11-25';
const view = { era, redactor: createRedactor(), budget: DEFAULT_BUDGET } as const;
const adopted = (thrown: unknown) => routerosContract.adopt(classify(thrown));

class RouterTableError extends Error {}

describe('routerosContract', () => {
  it('answers a failed tool with a JSON-RPC error up to 2025-11-25 and with a result on 2026-07-28', () => {
    expect(ERAS.map((each) => routerosContract.toolFailures(each))).toEqual([
      ...['rpc', 'rpc', 'rpc', 'rpc', 'rpc'],
      'tool',
    ]);
    const always = createRouterosContract({ toolFailures: () => 'tool' });
    expect(always.toolFailures('2025-11-25')).toBe('tool');
  });

  it('sends the title as message, or the message of the thrower', () => {
    const message = 'Forbidden: environment mismatch';
    expect(routerosContract.message(routeros.FORBIDDEN(), view)).toBe('Forbidden');
    expect(routerosContract.message(routeros.FORBIDDEN({}, { message }), view)).toBe(message);
  });

  it('tells the model what was expected, and leaves the data as it was', () => {
    const fault = routeros.VALIDATION_ERROR({
      field: 'environment',
      value: 'moon',
      expected: 'One of lab, staging, prod',
    });
    const { content, _meta } = toToolFailure(fault, routerosContract, {
      ...view,
      era: '2026-07-28',
    });
    expect(content[0].text).toContain(
      "VALIDATION_ERROR: environment 'moon': One of lab, staging, prod. Nothing was changed.",
    );
    expect(_meta['dev.errata/fault'].data).toMatchObject({
      details: "Invalid value for field 'environment': moon",
      expected: 'One of lab, staging, prod',
    });
  });

  it('tells the model everything in the first line of a tool result', () => {
    const fault = routeros.DEVICE_UNREACHABLE({
      device_id: 'dev-lab-01',
      management_address: '198.51.100.7:443',
    });
    const { content } = toToolFailure(fault, routerosContract, { ...view, era: '2026-07-28' });
    expect(content[0].text.split('\n')[0]).toBe(
      "DEVICE_UNREACHABLE: Cannot connect to device 'dev-lab-01' at 198.51.100.7:443. " +
        `Nothing was changed. Next: retry after 60 s. ref=${fault.ref}`,
    );
  });

  it('uses its own words for the failures of the protocol layer', () => {
    const reasons = (
      ['parse-error', 'invalid-request', 'method-not-found', 'invalid-params', 'internal'] as const
    ).map((condition) => routerosContract.protocolFault(condition, {}).reason);
    expect(reasons).toEqual([
      'PARSE_ERROR',
      'INVALID_REQUEST',
      'METHOD_NOT_FOUND',
      'INVALID_PARAMS',
      'INTERNAL_JSONRPC_ERROR',
    ]);
  });
});

describe('what was not declared, as handle_tool_errors of seed 001 tells it', () => {
  it('invalid input becomes VALIDATION_ERROR with its errors', () => {
    const issues = [
      { path: ['device_id'], message: 'Required', code: 'invalid_type', expected: 'string' },
      { path: ['dns_servers'], message: 'Must be array', code: 'invalid_type', expected: 'array' },
    ];
    const thrown = Object.assign(new Error('invalid'), { name: 'ZodError', issues });
    const fault = routerosContract.adopt(classify(thrown, { input: true }));
    expect(fault.reason).toBe('VALIDATION_ERROR');
    expect(fault.details).toBe('Multiple validation errors');
    expect(fault.context).toMatchObject({
      errors: [{ field: 'device_id' }, { field: 'dns_servers' }],
    });
  });

  it('a deadline becomes TIMEOUT with retry_after 60', () => {
    const fault = adopted(Object.assign(new Error('late'), { name: 'TimeoutError' }));
    expect(fault.reason).toBe('TIMEOUT');
    expect(fault.context).toEqual({ retry_after: 60 });
    expect(fault.effect).toBe('unknown');
  });

  it('a missing permission becomes FORBIDDEN', () => {
    const fault = adopted(Object.assign(new Error('no'), { code: 'EACCES', syscall: 'open' }));
    expect(fault.reason).toBe('FORBIDDEN');
    expect(fault.strategy).toBe('user_action_required');
  });

  it('anything else becomes INTERNAL_ERROR and names only the class of the exception', () => {
    const fault = adopted(new RouterTableError('password=hunter2'));
    expect(fault.details).toBe('Unexpected error: RouterTableError');
    expect(routerosContract.number(fault, era)).toBe(-32000);
    const data = JSON.stringify(routerosContract.data(fault, view));
    expect(data).toContain('"error_type":"RouterTableError"');
    expect(data).not.toContain('hunter2');
  });

  it('a refused connection to an unknown address is not an unreachable device', () => {
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' });
    expect(adopted(refused).reason).toBe('INTERNAL_ERROR');
  });

  it('names no class that does not look like one', () => {
    const Odd = { 'secret: hunter2': class extends Error {} }['secret: hunter2'];
    expect(adopted(new Odd()).details).toBe('Unexpected error: Error');
    expect(adopted(undefined).details).toBe('Unexpected error: Error');
  });

  it('a failure of another domain keeps its condition', () => {
    const foreign = { ...routeros.CONFLICT.definition, domain: 'other', reason: 'TAKEN' };
    const fault = routerosContract.adopt(
      new (Object.getPrototypeOf(routeros.CONFLICT()).constructor)(foreign, {}) as Fault,
    );
    expect(fault.reason).toBe('CONFLICT');
  });
});

describe('handleToolErrors', () => {
  const handle = handleToolErrors({ toolName: 'system/get-overview', tier: 'fundamental' });
  const plain = createRouterosContract({ guidance: 'given' });

  async function failureOf(tool: () => unknown): Promise<Fault> {
    try {
      await handle(tool)();
    } catch (thrown) {
      if (isFault(thrown)) return thrown;
    }
    throw new Error('the tool did not fail with a fault');
  }

  it('passes the result through', async () => {
    expect(await handle((id: string) => ({ id }))('dev-lab-01')).toEqual({ id: 'dev-lab-01' });
  });

  it('names the tool in a declared VALIDATION_ERROR and TIMEOUT, and keeps what they said', async () => {
    const given = { details: 'd', effect: 'none' } as const;
    const invalid = routeros.VALIDATION_ERROR({ field: 'x', expected: 'y' }, given);
    const fault = await failureOf(() => {
      throw invalid;
    });
    expect(fault).toMatchObject({ ...given, ref: invalid.ref });
    expect(fault.context).toEqual({
      ...{ tool_name: 'system/get-overview', tool_tier: 'fundamental' },
      ...{ field: 'x', expected: 'y' },
    });
    const late = await failureOf(() => {
      throw routeros.TIMEOUT({ device_id: 'dev-1' }, { effect: 'none' });
    });
    expect(late.context).toEqual({ tool_name: 'system/get-overview', device_id: 'dev-1' });
    const other = routeros.FORBIDDEN({ device_id: 'dev-1' });
    const passed = await failureOf(() => {
      throw other;
    });
    expect(passed).toBe(other);
  });

  it('gives an unexpected exception as INTERNAL_ERROR with tool_name and error_type', async () => {
    const fault = await failureOf(() => {
      throw new RouterTableError('secret');
    });
    expect(plain.data(fault, view)).toEqual({
      mcp_error_code: 'INTERNAL_ERROR',
      details: 'Unexpected error: RouterTableError',
      recovery_strategy: 'report_and_abort',
      tool_name: 'system/get-overview',
      error_type: 'RouterTableError',
      suggestion: 'This error cannot be resolved automatically. Report to system administrator.',
      effect: 'unknown',
      // What was masked carries the ref that joins the reply to the log.
      ref: fault.ref,
    });
  });

  it('gives invalid input as VALIDATION_ERROR with tool_name and tool_tier', async () => {
    const issues = [{ path: ['port'], message: 'Too big', code: 'too_big' }];
    const fault = await failureOf(() => Promise.reject(classify({ issues }, { input: true })));
    expect(plain.data(fault, view)).toMatchObject({
      mcp_error_code: 'VALIDATION_ERROR',
      recovery_strategy: 'fix_and_retry',
      tool_name: 'system/get-overview',
      tool_tier: 'fundamental',
    });
  });

  it('gives a missing permission as FORBIDDEN with tool_name and tool_tier', async () => {
    const fault = await failureOf(() => {
      throw Object.assign(new Error('x'), { code: 'EACCES', syscall: 'open' });
    });
    expect(plain.data(fault, view)).toMatchObject({
      mcp_error_code: 'FORBIDDEN',
      recovery_strategy: 'user_action_required',
      tool_name: 'system/get-overview',
      tool_tier: 'fundamental',
    });
  });

  it('gives a deadline as TIMEOUT with tool_name and retry_after', async () => {
    const fault = await failureOf(() => {
      throw Object.assign(new Error('x'), { name: 'TimeoutError' });
    });
    const data = plain.data(fault, view);
    expect(data).toMatchObject({
      mcp_error_code: 'TIMEOUT',
      recovery_strategy: 'retry_with_backoff',
      tool_name: 'system/get-overview',
      retry_after: 60,
      suggestion: 'Wait 60 seconds and retry. This is likely a temporary issue.',
    });
    expect(data).not.toHaveProperty('tool_tier');
  });

  it('passes a declared fault as it is', async () => {
    const declared = routeros.UNAUTHORIZED();
    expect(
      await failureOf(() => {
        throw declared;
      }),
    ).toBe(declared);
  });
});

describe('seed 001, "Error Logging with Correlation"', () => {
  it('records request_id, tool_name, error_code, mcp_error_code, details and context, with the full details', () => {
    const fault = routeros.DEVICE_ERROR(
      { device_id: 'dev-lab-01', routeros_error: 'failure: no such item (4)' },
      { debug: 'the whole story' },
    );
    const call = { requestId: 'req-001', toolName: 'system/get-overview' };
    expect(toFaultRecord(fault, routerosContract, view, call)).toMatchObject({
      event: 'tool_error',
      request_id: 'req-001',
      tool_name: 'system/get-overview',
      error_code: -32012,
      mcp_error_code: 'DEVICE_ERROR',
      details: "RouterOS error on device 'dev-lab-01': failure: no such item (4)",
      context: { device_id: 'dev-lab-01' },
      debug: 'the whole story',
      ref: fault.ref,
    });
  });
});

describe('what 2026-07-28 says otherwise', () => {
  const codeAndMessage = (fault: Fault, era: Era) => [
    routerosContract.number(fault, era),
    routerosContract.message(fault, { era }),
  ];

  it('an unknown tool is −32602, and not called a method', () => {
    const fault = routeros.METHOD_NOT_FOUND({ tool: 'system/explode' });
    expect(codeAndMessage(fault, '2025-11-25')).toEqual([-32601, 'Method not found']);
    expect(codeAndMessage(fault, '2026-07-28')).toEqual([-32602, "Unknown tool 'system/explode'"]);
    const method = routeros.METHOD_NOT_FOUND({ method: 'tools/explode' });
    expect(codeAndMessage(method, '2026-07-28')).toEqual([-32601, 'Method not found']);
  });

  it('a device or plan that is asked for by its URI is a resource', () => {
    const uri = 'device://dev-x/overview';
    const fault = routeros.NOT_FOUND({ device_id: 'dev-x', resource_type: 'device', uri });
    expect(codeAndMessage(fault, '2025-11-25')).toEqual([-32003, 'Not Found']);
    expect(codeAndMessage(fault, '2026-07-28')).toEqual([-32602, 'Not Found']);
    expect(routerosContract.data(fault, { era: '2026-07-28' })).toMatchObject({ uri });
    const device = routeros.NOT_FOUND({ device_id: 'dev-x', resource_type: 'device' });
    expect(codeAndMessage(device, '2026-07-28')).toEqual([-31003, 'Not Found']);
  });
});

describe('VALIDATION_ERROR on the wire', () => {
  const dataOf = (fault: Fault) =>
    routerosContract.data(fault, { era: '2025-11-25' }) as Record<string, unknown>;

  it('always has errors, also if the thrower gave none', () => {
    expect(dataOf(routeros.VALIDATION_ERROR())['errors']).toEqual([
      { field: 'arguments', message: 'Input validation failed' },
    ]);
    const one = { field: 'ip_address', value: 'x', expected: 'Valid IPv4 or IPv6 address' };
    expect(dataOf(routeros.VALIDATION_ERROR(one))).toMatchObject({
      ...one,
      errors: [{ field: 'ip_address', message: 'Valid IPv4 or IPv6 address' }],
      suggestion: "Provide a valid IPv4 or IPv6 address for field 'ip_address'",
    });
    const errors = [{ field: 'a', message: 'Must be string' }];
    expect(dataOf(routeros.VALIDATION_ERROR({ errors }))).toMatchObject({
      errors,
      field: 'a',
      expected: 'Must be string',
    });
  });

  it('names no single field where there are several', () => {
    const errors = ['a', 'b'].map((field) => ({ field, message: 'Required field missing' }));
    expect(dataOf(routeros.VALIDATION_ERROR({ errors }))).not.toHaveProperty('field');
  });
});
