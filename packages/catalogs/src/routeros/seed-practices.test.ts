import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import {
  decide,
  readFailure,
  toToolFailure,
  type FaultRecord,
  createRedactor,
  Fault,
  createServer,
  type Handler,
  toRpcErrorJson,
  type FaultOptions,
} from '@errata/core';
import { type Definition, DEFAULT_BUDGET, estimateTokens } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import * as api from './index.js';
import { createActionableError, routeros, routerosContract } from './index.js';

// Seed 001, "MCP Best Practices Integration" and its checklist: what no single example shows.

const view = { era: '2025-11-25', redactor: createRedactor(), budget: DEFAULT_BUDGET } as const;

const bare = (definition: Definition<never>, given?: FaultOptions) =>
  new Fault(definition as unknown as Definition<object>, {}, given);

interface Data {
  readonly suggestion: string;
  readonly recovery_strategy: string;
}

const dataOf = (fault: Fault) => routerosContract.data(fault, view) as unknown as Data;

function observed(handler: Handler) {
  const records: FaultRecord[] = [];
  const server = createServer({
    contract: routerosContract,
    era: '2025-11-25',
    methods: { 'tools/call': handler },
    onFault: (record) => records.push(record),
  });
  return { records, send: (text: string) => server.receive(text) as string | undefined };
}

const call =
  '{"jsonrpc":"2.0","id":"req-001","method":"tools/call","params":{"name":"system/get-overview"}}';

describe('seed 001, "Error Message Design"', () => {
  it('every failure says what to do next: a strategy, a suggestion, and an action that a client derives', () => {
    for (const definition of routeros.definitions) {
      const error: unknown = JSON.parse(toRpcErrorJson(bare(definition), routerosContract, view));
      const plan = decide(readFailure(error, { contracts: [routerosContract] })!, {
        readOnly: true,
      });
      const { suggestion, recovery_strategy } = dataOf(bare(definition));
      expect(suggestion).toMatch(/^[A-Z].{10,}/);
      expect([definition.reason, plan.action]).toEqual([
        definition.reason,
        ACTIONS[recovery_strategy],
      ]);
    }
  });

  it('no failure costs the model more than about 60 tokens for the first line and 200 in all', () => {
    const details = 'the device told a long story about its configuration '.repeat(100);
    for (const definition of routeros.definitions) {
      const fault = bare(definition, { details });
      const { text } = toToolFailure(fault, routerosContract, view).content[0];
      expect(encode(text.split('\n')[0]!).length).toBeLessThanOrEqual(66);
      expect(estimateTokens(text)).toBeLessThanOrEqual(200);
    }
  });

  it('raise_device_error_verbose, the bad example: is not offered, and its text would be cut for the model', () => {
    expect(Object.keys(api)).not.toContain('raiseDeviceErrorVerbose');
    const routerosError = 'failure: no such item (4)';
    const details =
      `The RouterOS device with identifier 'dev-lab-01' has returned an error ` +
      `response when attempting to execute the requested operation. The full error ` +
      `message from the RouterOS API is as follows: ${routerosError}. This may ` +
      `indicate a configuration issue, permission problem, or invalid parameters. ` +
      `Please review the device configuration and ensure all parameters are correct ` +
      `before retrying the operation.`;
    const fault = routeros.DEVICE_ERROR({ device_id: 'dev-lab-01' }, { details });
    const { text } = toToolFailure(fault, routerosContract, view).content[0];
    expect(estimateTokens(details)).toBeGreaterThan(66);
    expect(text).not.toContain(details);
    expect(encode(text.split('\n')[0]!).length).toBeLessThanOrEqual(66);
  });
});

describe('seed 001, "Error Classification"', () => {
  it('the mistakes of a caller and the failures of the system never share a code or a strategy', () => {
    const mistakes = [routeros.VALIDATION_ERROR(), routeros.INVALID_PARAMS()];
    const failures = [routeros.INTERNAL_ERROR(), routeros.INTERNAL_JSONRPC_ERROR()];
    expect(mistakes.map(({ code, strategy }) => [code, strategy])).toEqual([
      [-32005, 'fix_and_retry'],
      [-32602, 'fix_and_retry'],
    ]);
    expect(failures.map(({ code, strategy }) => [code, strategy])).toEqual([
      [-32000, 'report_and_abort'],
      [-32603, 'report_and_abort'],
    ]);
  });
});

describe('seed 001, "Error Logging with Correlation" and "Observability"', () => {
  it('create_logged_error: one throw makes the record and the reply, and both tell the same failure', () => {
    const { records, send } = observed(() => {
      throw createActionableError('VALIDATION_ERROR', {
        details: 'Invalid IP address format',
        recoveryStrategy: 'fix_and_retry',
        context: { field: 'ip_address', value: '192.168.1.999' },
      });
    });
    const { id, error } = JSON.parse(send(call)!) as { id: string; error: object };
    expect(error).toMatchObject({
      code: -32005,
      message: 'Validation Error',
      data: {
        mcp_error_code: 'VALIDATION_ERROR',
        details: 'Invalid IP address format',
        recovery_strategy: 'fix_and_retry',
        field: 'ip_address',
        value: '192.168.1.999',
        errors: [{ field: 'ip_address', message: 'Invalid IP address format' }],
        suggestion:
          'Fix the input parameters based on the validation errors below, then retry the request.',
        ref: records[0]!.ref,
      },
    });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      event: 'tool_error',
      request_id: id,
      tool_name: 'system/get-overview',
      error_code: -32005,
      mcp_error_code: 'VALIDATION_ERROR',
      details: 'Invalid IP address format',
      context: { field: 'ip_address', value: '192.168.1.999' },
    });
  });

  it('every failure is recorded once with a correlation id', () => {
    const { records, send } = observed(() => {
      throw new RangeError('off by one');
    });
    for (const text of [call, '{"jsonrpc":', '{"jsonrpc":"2.0","id":7,"method":"nope"}', '{}']) {
      send(text);
    }
    expect(records.map((record) => [record.request_id, record.mcp_error_code])).toEqual([
      ['req-001', 'INTERNAL_ERROR'],
      [null, 'PARSE_ERROR'],
      ['7', 'METHOD_NOT_FOUND'],
      [null, 'INVALID_REQUEST'],
    ]);
    for (const { ref } of records) expect(ref).toMatch(/^corr-[0-9a-f]{16}$/);
    expect(new Set(records.map(({ ref }) => ref)).size).toBe(4);
  });

  it('the whole story is in the record and not in the reply', () => {
    const long = `failure: ${'no such item '.repeat(100)}`;
    const { records, send } = observed(() =>
      api.raiseDeviceErrorConcise('dev-lab-01', {
        routerosError: long,
        cause: new Error('HTTP 500 from the device'),
      }),
    );
    const reply = send(call)!;
    expect(reply.length).toBeLessThan(1000);
    expect(reply).not.toContain('HTTP 500');
    expect(records[0]!.debug).toBe(long);
    expect(records[0]!.causes[0]).toMatchObject({ message: 'HTTP 500 from the device' });
  });
});

describe('seed 001, "Client Experience"', () => {
  it('an alternative is a call that the model can make without changes', () => {
    const fault = routeros.FORBIDDEN({
      device_id: 'dev-lab-01',
      tool_tier: 'advanced',
      required_flag: 'allow_advanced_writes',
    });
    const { alternatives } = routerosContract.data(fault, view) as {
      alternatives: readonly { tool: string; arguments: object }[];
    };
    expect(alternatives.map(({ tool, arguments: args }) => [tool, args])).toEqual([
      ['registry/list', { filter: 'allow_advanced_writes=true' }],
    ]);
  });
});

const ACTIONS: Readonly<Record<string, string>> = {
  retry_with_backoff: 'retry',
  user_action_required: 'ask-user',
  fix_and_retry: 'fix',
  report_and_abort: 'abort',
};
