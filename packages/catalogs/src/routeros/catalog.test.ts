import { projectNumber, type Definition } from '@errata/core/internal';
import { ERAS, judgeCode, Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import {
  createRouterosContract,
  routeros,
  ROUTEROS_CODE_RANGES,
  ROUTEROS_MOST_COMMON,
} from './index.js';

// Typed from "JSON-RPC 2.0 Error Code Taxonomy" of seeds 000 and 001: reason, code, Name, wire message.
const TAXONOMY = [
  ['PARSE_ERROR', -32700, 'Parse error', 'Parse error'],
  ['INVALID_REQUEST', -32600, 'Invalid Request', 'Invalid Request'],
  ['METHOD_NOT_FOUND', -32601, 'Method not found', 'Method not found'],
  ['INVALID_PARAMS', -32602, 'Invalid params', 'Invalid params'],
  ['INTERNAL_JSONRPC_ERROR', -32603, 'Internal error', 'Internal error'],
  ['INTERNAL_ERROR', -32000, 'Server error', 'Server error'],
  ['UNAUTHORIZED', -32001, 'Authorization error', 'Unauthorized'],
  ['FORBIDDEN', -32002, 'Forbidden', 'Forbidden'],
  ['NOT_FOUND', -32003, 'Not found', 'Not Found'],
  ['CONFLICT', -32004, 'Conflict', 'Conflict'],
  ['VALIDATION_ERROR', -32005, 'Validation error', 'Validation Error'],
  ['RATE_LIMITED', -32006, 'Rate limited', 'Rate Limited'],
  ['TIMEOUT', -32007, 'Timeout', 'Timeout'],
  ['DEVICE_UNREACHABLE', -32010, 'Device error', 'Device Unreachable'],
  ['DEVICE_AUTH_FAILED', -32011, 'Device error', 'Device Authentication Failed'],
  ['DEVICE_ERROR', -32012, 'Device error', 'Device Error'],
  ['DEVICE_UNSUPPORTED', -32013, 'Device error', 'Device Unsupported'],
  ['INVALID_CONFIGURATION', -32020, 'Configuration error', 'Invalid Configuration'],
  ['UNSAFE_OPERATION', -32021, 'Configuration error', 'Unsafe Operation'],
  ['PLAN_NOT_APPROVED', -32030, 'Plan error', 'Plan Not Approved'],
  ['PLAN_EXPIRED', -32031, 'Plan error', 'Plan Expired'],
] as const;

const bare = (definition: Definition<never>) =>
  new Fault(definition as unknown as Definition<object>, {});

const codesWith = (strategy: string) =>
  routeros.definitions.filter((d) => bare(d).strategy === strategy).map(({ code }) => code);

describe('the routeros taxonomy', () => {
  it('declares exactly the 21 failures of the two code tables, with code, name and wire message', () => {
    const declared = routeros.definitions.map((d) => [d.reason, d.code, d.name, d.title]);
    expect(declared).toEqual(TAXONOMY);
  });

  it.each([
    ['PARSE_ERROR', 'Malformed JSON in request body'],
    ['INVALID_REQUEST', 'Missing required fields (`jsonrpc`, `id`, `method`)'],
    ['METHOD_NOT_FOUND', 'Unknown MCP method or tool name'],
    ['INVALID_PARAMS', 'Missing required params, wrong types, validation errors'],
    ['INTERNAL_JSONRPC_ERROR', 'Unexpected server errors, crashes'],
    ['INTERNAL_ERROR', 'Unexpected server error'],
    ['UNAUTHORIZED', 'Missing or invalid credentials/tokens'],
    ['FORBIDDEN', 'User/device lacks permission for operation'],
    ['NOT_FOUND', 'Requested resource does not exist'],
    ['CONFLICT', 'Resource already exists or state conflict'],
    ['VALIDATION_ERROR', 'Input validation failed'],
    ['RATE_LIMITED', 'Client exceeded rate limit'],
    ['TIMEOUT', 'Operation exceeded timeout'],
    ['DEVICE_UNREACHABLE', 'Cannot establish connection to RouterOS device'],
    ['DEVICE_AUTH_FAILED', 'RouterOS device rejected credentials'],
    ['DEVICE_ERROR', 'RouterOS device returned an error'],
    ['DEVICE_UNSUPPORTED', 'Device does not support requested operation'],
    ['INVALID_CONFIGURATION', 'Configuration state is invalid'],
    ['UNSAFE_OPERATION', 'Operation blocked by safety rules'],
    ['PLAN_NOT_APPROVED', 'Attempting to apply unapproved plan'],
    ['PLAN_EXPIRED', 'Plan has expired'],
  ])('says when %s is used: %s', (reason, when) => {
    expect(routeros.definition(reason)?.when).toBe(when);
  });

  it('uses the quick reference of code ranges as categories', () => {
    const ranges = ROUTEROS_CODE_RANGES.map(({ codes, title }) => [codes, title]);
    expect(ranges).toEqual([
      ['-32700 to -32603', 'JSON-RPC standard'],
      ['-32000 to -32009', 'General MCP'],
      ['-32010 to -32019', 'Device communication'],
      ['-32020 to -32029', 'Configuration'],
      ['-32030 to -32039', 'Plan/Apply'],
    ]);
    for (const { reason, code, category } of routeros.definitions) {
      const range = ROUTEROS_CODE_RANGES.find(({ from, to }) => code >= from && code <= to);
      expect([reason, category]).toEqual([reason, range?.category]);
    }
  });

  it('lists the five most common errors of phase 1 in their order', () => {
    const common = ROUTEROS_MOST_COMMON.map(({ reason, meaning }) => [
      routeros[reason].definition.code,
      reason,
      meaning,
    ]);
    expect(common).toEqual([
      [-32003, 'NOT_FOUND', 'Device not in registry'],
      [-32002, 'FORBIDDEN', 'Device capability flag disabled'],
      [-32010, 'DEVICE_UNREACHABLE', 'Cannot connect to RouterOS'],
      [-32011, 'DEVICE_AUTH_FAILED', 'Invalid device credentials'],
      [-32005, 'VALIDATION_ERROR', 'Invalid input parameters'],
    ]);
  });
});

describe('recovery, as "Client-Side Error Handling" lists it', () => {
  it('retries with backoff exactly -32006, -32007 and -32010, after 60 seconds by default', () => {
    expect(codesWith('retry_with_backoff')).toEqual([-32006, -32007, -32010]);
    for (const definition of routeros.definitions) {
      const { strategy, retryAfter, retryable } = bare(definition);
      expect(retryAfter).toBe(strategy === 'retry_with_backoff' ? 60 : undefined);
      expect(retryable).toBe(strategy === 'retry_with_backoff');
    }
  });

  it('requires user action for -32002, -32030 and -32031, and if only a person has credentials', () => {
    expect(codesWith('user_action_required')).toEqual([-32001, -32002, -32011, -32030, -32031]);
  });

  it('fixes and retries -32005 and -32602, and what else the caller can correct', () => {
    expect(codesWith('fix_and_retry')).toEqual([-32700, -32600, -32602, -32003, -32004, -32005]);
  });

  it('reports and aborts -32012, -32020 and -32021, and what neither user nor model can change', () => {
    expect(codesWith('report_and_abort')).toEqual([
      -32601, -32603, -32000, -32012, -32013, -32020, -32021,
    ]);
  });

  it('decides DEVICE_ERROR by cause: a rejected value is fixed, a failing device is reported', () => {
    const strategy = (http_status?: number) =>
      routeros.DEVICE_ERROR({ device_id: 'dev-lab-01', http_status }).strategy;
    expect([400, 404, 422].map(strategy)).toEqual(Array(3).fill('fix_and_retry'));
    expect([500, 503, undefined].map(strategy)).toEqual(Array(3).fill('report_and_abort'));
  });

  it('lets the caller choose another tool when the tool is unknown', () => {
    expect(routeros.METHOD_NOT_FOUND({ tool: 'system/nope' }).strategy).toBe('fix_and_retry');
    expect(routeros.METHOD_NOT_FOUND({ method: 'nope' }).strategy).toBe('report_and_abort');
  });

  it('never calls a write safe to repeat after a timeout, a device error or an unexpected error', () => {
    const unsure = routeros.definitions.filter((d) => bare(d).effect !== 'none');
    expect(unsure.map((d) => [d.reason, bare(d).effect])).toEqual([
      ['INTERNAL_JSONRPC_ERROR', 'unknown'],
      ['INTERNAL_ERROR', 'unknown'],
      ['TIMEOUT', 'unknown'],
      ['DEVICE_ERROR', 'unknown'],
    ]);
  });
});

describe('numbers by era', () => {
  const contract = createRouterosContract();

  it('emits the literal numbers up to 2025-11-25', () => {
    for (const era of ERAS.slice(0, -1)) {
      const emitted = routeros.definitions.map((d) => contract.number(bare(d), era));
      expect(emitted).toEqual(TAXONOMY.map(([, code]) => code));
    }
  });

  it('moves its own numbers out of the reserved band on 2026-07-28, and all of them are legal', () => {
    const emitted = routeros.definitions.map((d) => contract.number(bare(d), '2026-07-28'));
    expect(emitted).toEqual([
      -32700, -32600, -32601, -32602, -32603, -31000, -31001, -31002, -31003, -31004, -31005,
      -31006, -31007, -31010, -31011, -31012, -31013, -31020, -31021, -31030, -31031,
    ]);
    for (const code of emitted) expect(judgeCode(code, '2026-07-28').allowed).toBe(true);
  });

  it('answers an unknown tool with -32601 up to 2025-11-25 and with -32602 on 2026-07-28', () => {
    const fault = routeros.METHOD_NOT_FOUND({ tool: 'system/nope' });
    expect(fault.condition).toBe('unknown-tool');
    expect(contract.number(fault, '2025-11-25')).toBe(-32601);
    expect(contract.number(fault, '2026-07-28')).toBe(-32602);
    expect(routeros.METHOD_NOT_FOUND({ method: 'x' }).condition).toBe('method-not-found');
  });

  it('answers a missing MCP resource or prompt with -32602 on 2026-07-28, a missing device with its own number', () => {
    const number = (resource_type: string) =>
      contract.number(routeros.NOT_FOUND({ resource_type }), '2026-07-28');
    expect(['resource', 'prompt', 'device', 'plan'].map(number)).toEqual([
      -32602, -32602, -31003, -31003,
    ]);
    expect(projectNumber({ code: -32003 }, 'not-found', '2025-11-25')).toBe(-32003);
  });
});

describe('context and conditions', () => {
  it.each([
    ['PARSE_ERROR', [], ['problem']],
    ['INVALID_REQUEST', [], ['problem']],
    ['METHOD_NOT_FOUND', [], ['method', 'tool']],
    [
      'INVALID_PARAMS',
      [],
      ['mcp_error_code', 'device_id', 'field', 'value', 'expected', 'problem', 'errors'],
    ],
    ['INTERNAL_JSONRPC_ERROR', [], []],
    ['INTERNAL_ERROR', [], ['tool_name', 'error_type']],
    ['UNAUTHORIZED', [], []],
    [
      'FORBIDDEN',
      [],
      [
        ...['device_id', 'tool_tier', 'required_flag', 'device_environment'],
        ...['service_environment', 'user_role', 'tool_name'],
      ],
    ],
    ['NOT_FOUND', [], ['device_id', 'plan_id', 'uri', 'resource_type', 'available_device_count']],
    ['CONFLICT', [], ['device_name', 'existing_device_id', 'device_id', 'plan_id', 'plan_status']],
    ['VALIDATION_ERROR', [], ['field', 'value', 'expected', 'errors', 'tool_name', 'tool_tier']],
    ['RATE_LIMITED', ['limit', 'current_count'], ['device_id', 'retry_after']],
    ['TIMEOUT', [], ['device_id', 'timeout_seconds', 'operation', 'tool_name', 'retry_after']],
    [
      'DEVICE_UNREACHABLE',
      ['device_id'],
      ['management_address', 'error_type', 'routeros_error', 'timeout_seconds', 'retry_after'],
    ],
    ['DEVICE_AUTH_FAILED', ['device_id'], ['credential_kind']],
    [
      'DEVICE_ERROR',
      ['device_id'],
      ['routeros_error', 'error_summary', 'operation', 'http_status', 'expected', 'actual'],
    ],
    ['DEVICE_UNSUPPORTED', ['device_id'], ['routeros_version', 'required_version', 'tool']],
    ['INVALID_CONFIGURATION', ['device_id'], ['interface', 'interface_status']],
    ['UNSAFE_OPERATION', ['device_id', 'reason', 'safety_rule'], ['interface']],
    ['PLAN_NOT_APPROVED', ['plan_id', 'plan_status'], ['required_status']],
    ['PLAN_EXPIRED', ['plan_id', 'created_at', 'expires_at', 'current_time'], []],
  ])('%s requires %j and may carry %j', (reason, required, optional) => {
    const { fields } = routeros.definition(reason)!;
    const named = (needed: boolean) =>
      fields.filter((field) => field.required === needed).map(({ name }) => name);
    expect([named(true), named(false)]).toEqual([required, optional]);
  });

  it('lets the compiler ask for what a reason needs', () => {
    const unnamed = { management_address: '192.168.1.1:443' };
    // @ts-expect-error a failure of a device names the device
    expect(() => routeros.DEVICE_UNREACHABLE(unnamed)).toThrow('needs device_id');
    // @ts-expect-error not a declared field
    routeros.INTERNAL_ERROR({ token: 'x' });
    // @ts-expect-error not a tier
    routeros.FORBIDDEN({ tool_tier: 'expert' });
    expect(routeros.PLAN_NOT_APPROVED.definition.reason).toBe('PLAN_NOT_APPROVED');
  });

  it('names a condition and an HTTP status for each failure', () => {
    const named = routeros.definitions.map((d) => [d.reason, bare(d).condition, d.http]);
    expect(named).toEqual([
      ['PARSE_ERROR', 'parse-error', 400],
      ['INVALID_REQUEST', 'invalid-request', 400],
      ['METHOD_NOT_FOUND', 'method-not-found', 404],
      ['INVALID_PARAMS', 'invalid-params', 400],
      ['INTERNAL_JSONRPC_ERROR', 'internal', 500],
      ['INTERNAL_ERROR', 'unexpected', 500],
      ['UNAUTHORIZED', 'unauthorized', 401],
      ['FORBIDDEN', 'forbidden', 403],
      ['NOT_FOUND', 'not-found', 404],
      ['CONFLICT', 'conflict', 409],
      ['VALIDATION_ERROR', 'validation', 400],
      ['RATE_LIMITED', 'rate-limited', 429],
      ['TIMEOUT', 'timeout', 504],
      ['DEVICE_UNREACHABLE', 'unreachable', 502],
      ['DEVICE_AUTH_FAILED', 'upstream-auth', 502],
      ['DEVICE_ERROR', 'upstream-error', 502],
      ['DEVICE_UNSUPPORTED', 'unsupported', 501],
      ['INVALID_CONFIGURATION', 'invalid-state', 409],
      ['UNSAFE_OPERATION', 'unsafe', 403],
      ['PLAN_NOT_APPROVED', 'not-approved', 403],
      ['PLAN_EXPIRED', 'expired', 410],
    ]);
  });
});
