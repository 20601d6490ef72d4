import { estimateTokens } from '@errata/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectComplete, ofReason, type Proven, proveOnce } from '@errata/testing/errata';

// Seeds 000 and 001 against a running service: every reply here came over HTTP, from a real cause.

let proven: Proven;
let replies: Proven['replies'];
beforeAll(async () => {
  proven = await proveOnce('routeros', 'http');
  replies = proven.replies;
});

it('errata prove routeros reaches all declared failures by real causes', () => {
  expectComplete(proven, { declared: 21, impossible: [] });
});

const errorOf = (name: string) => replies.get(name)!.reply['error'];
const like = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const DEVICE = like(/^dev-\w+-01$/);
const PLAN = like(/^plan-[0-9a-f]+$/);
const TIME = like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);

/** "Standard JSON-RPC Error Codes" and "MCP-Specific Error Codes": code, reason, wire message. */
const CODES = [
  [-32700, 'PARSE_ERROR', 'Parse error'],
  [-32600, 'INVALID_REQUEST', 'Invalid Request'],
  [-32601, 'METHOD_NOT_FOUND', 'Method not found'],
  [-32602, 'INVALID_PARAMS', 'Invalid params'],
  [-32603, 'INTERNAL_JSONRPC_ERROR', 'Internal error'],
  [-32000, 'INTERNAL_ERROR', 'Server error'],
  [-32001, 'UNAUTHORIZED', 'Unauthorized'],
  [-32002, 'FORBIDDEN', 'Forbidden'],
  [-32003, 'NOT_FOUND', 'Not Found'],
  [-32004, 'CONFLICT', 'Conflict'],
  [-32005, 'VALIDATION_ERROR', 'Validation Error'],
  [-32006, 'RATE_LIMITED', 'Rate Limited'],
  [-32007, 'TIMEOUT', 'Timeout'],
  [-32010, 'DEVICE_UNREACHABLE', 'Device Unreachable'],
  [-32011, 'DEVICE_AUTH_FAILED', 'Device Authentication Failed'],
  [-32012, 'DEVICE_ERROR', 'Device Error'],
  [-32013, 'DEVICE_UNSUPPORTED', 'Device Unsupported'],
  [-32020, 'INVALID_CONFIGURATION', 'Invalid Configuration'],
  [-32021, 'UNSAFE_OPERATION', 'Unsafe Operation'],
  [-32030, 'PLAN_NOT_APPROVED', 'Plan Not Approved'],
  [-32031, 'PLAN_EXPIRED', 'Plan Expired'],
] as const;

describe('the code tables', () => {
  it.each(CODES)('%i is %s: "%s"', (code, reason, message) => {
    for (const reply of ofReason(replies, reason)) {
      expect(reply).toMatchObject({ code, data: { mcp_error_code: reason } });
      // A longer message is the title with what happened: "Device Not Found", "Forbidden: environment mismatch".
      expect(reply.message).toContain(message);
    }
  });

  it('has no other code and no other reason in any reply', () => {
    const seen = [...replies.values()].map(({ code, data }) => `${code} ${data['mcp_error_code']}`);
    expect(new Set(seen)).toEqual(new Set(CODES.map(([code, reason]) => `${code} ${reason}`)));
  });

  it.each([
    ['-32700 to -32603', -32700, -32600, 5],
    ['-32000 to -32009', -32009, -32000, 8],
    ['-32010 to -32019', -32019, -32010, 4],
    ['-32020 to -32029', -32029, -32020, 2],
    ['-32030 to -32039', -32039, -32030, 2],
  ])('has the failures of the range %s', (_, low, high, count) => {
    const codes = [...replies.values()].map(({ code }) => code);
    expect(new Set(codes.filter((code) => code >= low && code <= high)).size).toBe(count);
  });
});

/** The examples as they are typed in the seeds; what the running fleet decides (names, addresses, times, limits) is matched by form. */
const EXAMPLES = [
  [
    'UNAUTHORIZED (-32001)',
    'UNAUTHORIZED no token',
    {
      code: -32001,
      message: 'Unauthorized',
      data: { mcp_error_code: 'UNAUTHORIZED', details: 'No valid authentication found' },
    },
  ],
  [
    'FORBIDDEN (-32002), device capability flag',
    'FORBIDDEN flag',
    {
      code: -32002,
      message: 'Forbidden: advanced tier requires allow_advanced_writes flag',
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: "Device 'dev-lab-01' does not allow advanced writes",
        device_id: 'dev-lab-01',
        required_flag: 'allow_advanced_writes',
        tool_tier: 'advanced',
      },
    },
  ],
  [
    'FORBIDDEN (-32002), environment mismatch',
    'FORBIDDEN environment',
    {
      code: -32002,
      message: 'Forbidden: environment mismatch',
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: "Device environment 'prod' does not match service environment 'lab'",
        device_id: 'dev-prod-01',
        device_environment: 'prod',
        service_environment: 'lab',
      },
    },
  ],
  [
    'NOT_FOUND (-32003), device',
    'NOT_FOUND device',
    {
      code: -32003,
      message: like(/Not Found$/),
      data: {
        mcp_error_code: 'NOT_FOUND',
        details: like(/^Device 'dev-unknown' not found in registry/),
        device_id: 'dev-unknown',
        resource_type: 'device',
      },
    },
  ],
  [
    'NOT_FOUND (-32003), plan',
    'NOT_FOUND plan',
    {
      code: -32003,
      message: 'Not Found',
      data: {
        mcp_error_code: 'NOT_FOUND',
        details: like(/^Plan 'plan-abc123\w*' not found$/),
        plan_id: like(/^plan-abc123/),
        resource_type: 'plan',
      },
    },
  ],
  [
    'CONFLICT (-32004)',
    'CONFLICT',
    {
      code: -32004,
      message: 'Conflict',
      data: {
        mcp_error_code: 'CONFLICT',
        details: like(/^Device with name '[\w-]+' already exists$/),
        device_name: like(/^[\w-]+$/),
        existing_device_id: 'dev-lab-01',
      },
    },
  ],
  [
    'VALIDATION_ERROR (-32005), one field',
    'VALIDATION_ERROR one',
    {
      code: -32005,
      message: 'Validation Error',
      data: {
        mcp_error_code: 'VALIDATION_ERROR',
        details: like(/^Invalid IP address/),
        field: like(/address$/),
        value: like(/^192\.168\.1\.999/),
        expected: like(/^Valid IPv4 or IPv6 address/),
      },
    },
  ],
  [
    'VALIDATION_ERROR (-32005), multiple validation errors',
    'VALIDATION_ERROR many',
    {
      code: -32005,
      message: 'Validation Error',
      data: {
        mcp_error_code: 'VALIDATION_ERROR',
        details: 'Multiple validation errors',
        errors: [
          { field: 'device_id', message: 'Required field missing' },
          { field: 'dns_servers', message: 'Must be array of strings' },
        ],
      },
    },
  ],
  [
    'RATE_LIMITED (-32006)',
    'RATE_LIMITED',
    {
      code: -32006,
      message: 'Rate Limited',
      data: {
        mcp_error_code: 'RATE_LIMITED',
        details: like(/^Too many \w+ to device 'dev-\w+-01'$/),
        device_id: DEVICE,
        // 60 with a stopped clock (limits.test.ts); the pings before it took their time here.
        retry_after: expect.any(Number) as number,
        limit: like(/^\d+ \w+ per \w+$/),
        current_count: expect.any(Number) as number,
      },
    },
  ],
  [
    'TIMEOUT (-32007)',
    'TIMEOUT',
    {
      code: -32007,
      message: 'Timeout',
      data: {
        mcp_error_code: 'TIMEOUT',
        details: 'REST call to device timed out after 5.0 seconds',
        device_id: DEVICE,
        timeout_seconds: 5,
        operation: 'GET /rest/system/resource',
      },
    },
  ],
  [
    'DEVICE_UNREACHABLE (-32010)',
    'DEVICE_UNREACHABLE stopped',
    {
      code: -32010,
      message: 'Device Unreachable',
      data: {
        mcp_error_code: 'DEVICE_UNREACHABLE',
        details: like(/^Connection refused to 127\.0\.0\.1:\d+$/),
        device_id: DEVICE,
        management_address: like(/^127\.0\.0\.1:\d+$/),
        error_type: 'ECONNREFUSED',
      },
    },
  ],
  [
    'DEVICE_AUTH_FAILED (-32011)',
    'DEVICE_AUTH_FAILED',
    {
      code: -32011,
      message: 'Device Authentication Failed',
      data: {
        mcp_error_code: 'DEVICE_AUTH_FAILED',
        details: 'HTTP 401 Unauthorized from RouterOS',
        device_id: DEVICE,
        credential_kind: 'routeros_rest',
        suggestion: 'Check device credentials or rotate keys',
      },
    },
  ],
  [
    'DEVICE_ERROR (-32012)',
    'DEVICE_ERROR rejected',
    {
      code: -32012,
      message: 'Device Error',
      data: {
        mcp_error_code: 'DEVICE_ERROR',
        details: like(/^RouterOS error: no such item$/),
        device_id: 'dev-lab-01',
        routeros_error: like(/no such item/),
        operation: like(/^[A-Z]+ \/rest\/ip\/address\/\*\d+$/),
      },
    },
  ],
  [
    'DEVICE_UNSUPPORTED (-32013)',
    'DEVICE_UNSUPPORTED version',
    {
      code: -32013,
      message: 'Device Unsupported',
      data: {
        mcp_error_code: 'DEVICE_UNSUPPORTED',
        details: 'RouterOS version too old for this operation',
        device_id: DEVICE,
        routeros_version: '7.8',
        required_version: '7.10+',
        tool: 'system/get-ntp-status',
      },
    },
  ],
  [
    'INVALID_CONFIGURATION (-32020)',
    'INVALID_CONFIGURATION',
    {
      code: -32020,
      message: 'Invalid Configuration',
      data: {
        mcp_error_code: 'INVALID_CONFIGURATION',
        details: 'Cannot add IP address: interface is disabled',
        device_id: DEVICE,
        interface: like(/^ether\d$/),
        interface_status: 'disabled',
      },
    },
  ],
  [
    'UNSAFE_OPERATION (-32021)',
    'UNSAFE_OPERATION management',
    {
      code: -32021,
      message: 'Unsafe Operation',
      data: {
        mcp_error_code: 'UNSAFE_OPERATION',
        details: 'Cannot modify management interface IP address',
        device_id: DEVICE,
        interface: 'ether1',
        reason: 'Management interface protection',
        safety_rule: 'PROTECT_MANAGEMENT_PATH',
      },
    },
  ],
  [
    'PLAN_NOT_APPROVED (-32030)',
    'PLAN_NOT_APPROVED',
    {
      code: -32030,
      message: 'Plan Not Approved',
      data: {
        mcp_error_code: 'PLAN_NOT_APPROVED',
        details: 'Plan requires approval before execution',
        plan_id: PLAN,
        plan_status: 'draft',
        required_status: 'approved',
      },
    },
  ],
  [
    'PLAN_EXPIRED (-32031)',
    'PLAN_EXPIRED',
    {
      code: -32031,
      message: 'Plan Expired',
      data: {
        mcp_error_code: 'PLAN_EXPIRED',
        details: like(/^Plan expired \d+ \w+ ago$/),
        plan_id: PLAN,
        created_at: TIME,
        expires_at: TIME,
        current_time: TIME,
      },
    },
  ],
  [
    'Error Data Object',
    'DEVICE_UNREACHABLE stopped',
    {
      data: {
        mcp_error_code: 'DEVICE_UNREACHABLE',
        details: like(/^Connection /),
        device_id: DEVICE,
        routeros_error: like(/^connect E[A-Z]+ 127\.0\.0\.1:\d+$/),
        retry_after: 60,
      },
    },
  ],
  [
    'Structured Error Responses with Next-Step Guidance',
    'FORBIDDEN flag',
    {
      code: -32002,
      message: like(/^Forbidden/),
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: like(/^Device 'dev-lab-01' does not allow advanced /),
        device_id: 'dev-lab-01',
        tool_tier: 'advanced',
        required_flag: 'allow_advanced_writes',
        recovery_strategy: 'user_action_required',
        suggestion:
          "Enable advanced operations by setting device flag 'allow_advanced_writes=true', or use a different device.",
        next_steps: [
          'Use registry/update to enable allow_advanced_writes flag',
          'Use registry/list with environment filter to find devices with advanced tier enabled',
          'Contact administrator to enable advanced tier for this device',
        ],
        alternatives: [
          {
            tool: 'registry/list',
            description: 'List devices with advanced tier enabled',
            arguments: { environment: 'lab', filter: 'allow_advanced_writes=true' },
          },
        ],
      },
    },
  ],
] as const;

describe('the examples', () => {
  it.each(EXAMPLES)('%s', (_, name, example) => {
    expect(errorOf(name)).toMatchObject(example);
  });
});

const STRATEGIES = [
  ...['retry_with_backoff', 'user_action_required', 'fix_and_retry', 'report_and_abort'],
];

describe('every failure', () => {
  const all = () => [...replies.values()];
  const valuesOf = (member: string) => all().map(({ data }) => data[member]);

  it('is a JSON-RPC error: an integer code of -32xxx, a message and a data object, and no result', () => {
    for (const { reply, code, message } of all()) {
      expect(Object.keys(reply).filter((key) => key !== 'id')).toEqual(['jsonrpc', 'error']);
      expect(reply['jsonrpc']).toBe('2.0');
      expect(reply['error']).toMatchObject({ data: expect.any(Object) });
      expect(String(code)).toMatch(/^-32\d{3}$/);
      expect(message).toMatch(/\S/);
    }
  });

  it('has mcp_error_code, details, one of the four recovery strategies and a suggestion', () => {
    for (const { data } of all()) {
      expect(STRATEGIES).toContain(data['recovery_strategy']);
      for (const member of ['mcp_error_code', 'details', 'suggestion']) {
        expect(data[member]).toMatch(/\S{3}/);
      }
    }
    expect(new Set(valuesOf('recovery_strategy'))).toEqual(new Set(STRATEGIES));
  });

  it('names the device where one is concerned, and only there', () => {
    for (const [name, { data }] of replies) {
      const concerned = /^(?:DEVICE_|TIMEOUT|RATE_LIMITED|UNSAFE_|INVALID_CONF)/.test(name);
      if (concerned) expect([name, data['device_id']]).toEqual([name, DEVICE]);
      if (/^(?:PARSE|INVALID_REQ|METHOD|INVALID_PAR|UNAUTH)/.test(name)) {
        expect(data).not.toHaveProperty('device_id');
      }
    }
  });

  it('has the words of the device as routeros_error where it said any, and only there', () => {
    const named = [...replies].filter(([, { data }]) => 'routeros_error' in data);
    for (const [name] of named) expect(name).toMatch(/^DEVICE_/);
    expect(replies.get('DEVICE_ERROR rejected')!.data['routeros_error']).toBe('no such item');
    expect(replies.get('DEVICE_ERROR ignored')!.data).not.toHaveProperty('routeros_error');
  });

  it('says when to retry where the strategy is to retry, in whole seconds, and only there', () => {
    for (const { code, data } of all()) {
      const retries = data['recovery_strategy'] === 'retry_with_backoff';
      expect(Number.isInteger(data['retry_after'])).toBe(retries);
      if (retries) expect([-32006, -32007, -32010]).toContain(code);
    }
    expect(ofReason(replies, 'TIMEOUT')[0]!.data['retry_after']).toBe(60);
  });

  it('tells a mistake of the caller from a failure of the system by its strategy', () => {
    const strategyOf = (name: string) => replies.get(name)!.data['recovery_strategy'];
    for (const name of ['INVALID_PARAMS', 'VALIDATION_ERROR one', 'VALIDATION_ERROR many']) {
      expect(strategyOf(name)).toBe('fix_and_retry');
    }
    for (const name of ['INTERNAL_ERROR', 'DEVICE_ERROR failed', 'UNSAFE_OPERATION list']) {
      expect(strategyOf(name)).toBe('report_and_abort');
    }
  });

  it('guides users without a permission: what to do, whom to ask', () => {
    for (const { data } of ofReason(replies, 'FORBIDDEN')) {
      expect(data['next_steps']).toEqual(expect.arrayContaining([like(/Use |Ask |Contact /)]));
    }
  });

  it('costs a model little: about 60 tokens for the details, 200 with the advice', () => {
    for (const { data } of all()) {
      const { details, suggestion, suggestions } = data;
      expect(estimateTokens(String(details))).toBeLessThanOrEqual(70);
      const advice = [details, suggestion, ...((suggestions as string[] | undefined) ?? [])];
      expect(estimateTokens(advice.join(' '))).toBeLessThanOrEqual(200);
    }
  });

  it('has a ref of its own, and neither a stack nor the cause', () => {
    const refs = valuesOf('ref');
    expect(new Set(refs).size).toBe(refs.length);
    for (const { reply, data } of all()) {
      expect(data['ref']).toMatch(/^corr-[0-9a-f]{16}$/);
      expect(JSON.stringify(reply)).not.toMatch(/ at \S+ \(|node:internal|\.js:\d+/);
    }
  });
});
