import { ERROR_SCENARIOS, McpErrorReason, RESULT_SCENARIOS } from '@errata/catalogs/engram';
import type { Answer } from '@errata/prove';
import { describe, expect, it } from 'vitest';
import { errorOf, firstLineOf, resultOf } from './testing/answers.js';
import { FAILING_CALLS, type FailingCall, type FailingCallName } from './testing/failing-calls.js';
import { startGateway, type GatewayOptions, type StartedGateway } from './testing/start-gateway.js';
import { RESULT_CALLS, type ResultCallName } from './testing/result-calls.js';

/** Each call is made once, on a gateway of its own; what it was answered with is looked at from several sides. */
const answers = new Map<string, Promise<Answer>>();

async function answered(
  name: string,
  provoke: (gateway: StartedGateway) => Promise<Answer>,
  options: GatewayOptions = {},
): Promise<Answer> {
  const once = async () => {
    const gateway = await startGateway(options);
    try {
      return await provoke(gateway);
    } finally {
      await gateway.close();
    }
  };
  if (!answers.has(name)) answers.set(name, once());
  return answers.get(name)!;
}

function fail(name: FailingCallName): Promise<Answer> {
  const { options, provoke }: FailingCall = FAILING_CALLS[name];
  return answered(name, provoke, options);
}

const tell = (name: ResultCallName, options?: GatewayOptions) =>
  answered(name, RESULT_CALLS[name], options);

const FAILURES = Object.keys(FAILING_CALLS) as FailingCallName[];
const CORRELATION_ID = /^corr-[0-9a-f]{16}$/;

/** §1.1, row by row: what happens, and which reason tells of it. */
const ERRORS = [
  ['JSON 解析失败', -32700, 'protocol', { 'half a JSON text': 'PARSE_ERROR' }],
  [
    '请求格式无效（缺少 method/jsonrpc）',
    -32600,
    'protocol',
    { 'no jsonrpc': 'INVALID_REQUEST', 'no method': 'INVALID_REQUEST' },
  ],
  ['方法不存在', -32601, 'protocol', { 'a method that there is not': 'METHOD_NOT_FOUND' }],
  [
    '参数校验失败（缺少必需参数、类型错误）',
    -32602,
    'validation',
    {
      'a call without a name': 'MISSING_REQUIRED_PARAM',
      'a missing argument': 'MISSING_REQUIRED_PARAM',
      'an argument of another type': 'INVALID_PARAM_TYPE',
      'an argument out of range': 'INVALID_PARAM_VALUE',
      'the actor of another token': 'INVALID_PARAM_VALUE',
    },
  ],
  [
    '未知工具（tools/call 中 name 不存在）',
    -32602,
    'validation',
    { 'a tool that there is not': 'UNKNOWN_TOOL' },
  ],
  [
    '工具执行器未注册',
    -32603,
    'internal',
    { 'a module that is off': 'TOOL_EXECUTOR_NOT_REGISTERED' },
  ],
  [
    '未处理的运行时异常',
    -32603,
    'internal',
    {
      'a broken policy': 'INTERNAL_ERROR',
      'a number in a row that nobody can read': 'UNHANDLED_EXCEPTION',
    },
  ],
  [
    '依赖服务不可用（如 OpenMemory 连接失败）',
    -32001,
    'dependency',
    {
      'OpenMemory stopped': 'OPENMEMORY_CONNECTION_FAILED',
      'OpenMemory too slow': 'OPENMEMORY_CONNECTION_FAILED',
      'OpenMemory talking nonsense': 'OPENMEMORY_UNAVAILABLE',
      'OpenMemory out of order': 'OPENMEMORY_API_ERROR',
      'OpenMemory with another key': 'OPENMEMORY_API_ERROR',
      'a memory that OpenMemory finds too large': 'OPENMEMORY_API_ERROR',
      'a locked Logbook': 'LOGBOOK_DB_UNAVAILABLE',
      'a table of the Logbook gone': 'LOGBOOK_DB_CHECK_FAILED',
      'the folder of evidence gone': 'LOGBOOK_DB_CHECK_FAILED',
      'evidence that somebody changed': 'LOGBOOK_DB_CHECK_FAILED',
    },
  ],
  [
    '业务策略拒绝（如鉴权失败）',
    -32002,
    'business',
    {
      'the private space of another': 'POLICY_REJECT',
      'a deletion from a shared space that was closed': 'POLICY_REJECT',
      'a wrong token': 'AUTH_FAILED',
      'an actor whom nobody knows': 'ACTOR_UNKNOWN',
      'a call that names nobody': 'ACTOR_UNKNOWN',
      'governance without a right to it': 'GOVERNANCE_UPDATE_DENIED',
    },
  ],
] as const;

const RETRYABLE: readonly FailingCallName[] = [
  'OpenMemory stopped',
  'OpenMemory too slow',
  'OpenMemory talking nonsense',
  'OpenMemory out of order',
  'a locked Logbook',
  'a deletion from a shared space that was closed',
];

/** §1.2, row by row: what the result says, and what comes first for the model. */
const RESULTS = [
  ['memory_store 成功', 'stored', { ok: true }, /^Stored as /],
  [
    'memory_store 策略拒绝',
    'rejected by policy',
    { ok: false, action: 'reject' },
    /^POLICY_REJECTED: /,
  ],
  [
    'memory_store 重定向到 outbox',
    'kept in the outbox',
    { ok: true, action: 'redirect', outbox_id: 1 },
    /^REDIRECTED: /,
  ],
  ['memory_query 查询成功', 'found', { ok: true, results: [{}] }, /^1 memory found/],
  [
    'memory_query 降级（OpenMemory 不可用）',
    'found without OpenMemory',
    { ok: true, degraded: true, results: [{}] },
    /^DEGRADED: /,
  ],
  ['reliability_report 获取成功', 'reported', { ok: true }, /./],
  [
    'governance_update 鉴权失败',
    'another admin key',
    { ok: false, action: 'reject' },
    /^ADMIN_KEY_REJECTED: /,
  ],
  ['evidence_upload 成功', 'uploaded', { ok: true }, /^Uploaded: /],
] as const satisfies readonly (readonly [string, ResultCallName, object, RegExp])[];

describe('§1.1: what is answered with an error', () => {
  it('is each row of the seed, and each reason', () => {
    expect(ERRORS.map(([scenario, code, category]) => ({ scenario, code, category }))).toEqual(
      ERROR_SCENARIOS.map(({ scenario, code, category }) => ({ scenario, code, category })),
    );
    const reasons = ERRORS.flatMap(([, , , calls]) => Object.values(calls));
    expect([...new Set(reasons)].sort()).toEqual(Object.keys(McpErrorReason).sort());
    expect(ERRORS.flatMap(([, , , calls]) => Object.keys(calls)).sort()).toEqual(
      [...FAILURES].sort(),
    );
  });

  const rows = ERRORS.flatMap(([scenario, code, category, calls]) =>
    Object.entries(calls).map(
      ([name, reason]) => [scenario, name as FailingCallName, reason, code, category] as const,
    ),
  );
  it.each(rows)('%s: %s is %s (%i, %s)', async (_scenario, name, reason, code, category) => {
    const answer = await fail(name);
    expect(answer.message).not.toHaveProperty('result');
    const { data, ...error } = errorOf(answer);
    expect(error.code).toBe(code);
    expect(data).toMatchObject({ category, reason, retryable: RETRYABLE.includes(name) });
  });
});

describe('§1.2: what is answered with a result', () => {
  it('is each row of the seed', () => {
    expect(RESULTS.map(([scenario]) => scenario)).toEqual(
      RESULT_SCENARIOS.map(({ scenario }) => scenario),
    );
  });

  it.each(RESULTS)('%s: %s', async (_scenario, name, form, line) => {
    const answer = await tell(name);
    const { structuredContent, isError = false } = resultOf(answer);
    expect(structuredContent).toMatchObject(form);
    expect(isError).toBe(!form.ok);
    expect(firstLineOf(answer)).toMatch(line);
    for (const mark of ['action', 'degraded', 'error_code']) {
      if (!(mark in form) && form.ok) expect(structuredContent).not.toHaveProperty(mark);
    }
  });
});

describe('TestErrorDataStructure', () => {
  it.each(FAILURES)(
    'error.data of "%s" has the members of the seed and no others',
    async (name) => {
      const answer = await fail(name);
      const error = errorOf(answer);
      expect(Object.keys(error).sort()).toEqual(['code', 'data', 'message']);
      expect(Number.isInteger(error.code)).toBe(true);
      expect(error.code).not.toBe(-32000);
      expect(error.message).toMatch(/\S/);
      const { category, reason, retryable, correlation_id, details, ...more } = error.data;
      expect(more).toEqual({});
      expect(['protocol', 'validation', 'business', 'dependency', 'internal']).toContain(category);
      expect(reason).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(typeof retryable).toBe('boolean');
      expect(correlation_id).toMatch(CORRELATION_ID);
      expect(['none', 'done', 'unknown']).toContain(details?.['effect']);
    },
  );

  it.each([
    ['a tool that there is not', 'Unknown tool: nonexistent_tool'],
    ['a call without a name', 'Missing required parameter: name'],
  ] as const)(
    'says what the call did also where the message says it all: %s',
    async (name, message) => {
      const answer = await fail(name);
      expect(errorOf(answer)).toMatchObject({ code: -32602, message });
      expect(errorOf(answer).data.details).toMatchObject({ effect: 'none' });
    },
  );
});

describe('TestErrorDataFields', () => {
  it.each(FAILURES)('error.data of "%s" has all four required fields', async (name) => {
    const answer = await fail(name);
    const { data } = errorOf(answer);
    for (const field of ['category', 'reason', 'retryable', 'correlation_id']) {
      expect(Object.hasOwn(data, field)).toBe(true);
    }
  });

  it.each([
    ['a missing argument', { param: 'query', tool: 'memory_query' }],
    [
      'an argument of another type',
      { param: 'top_k', expected: 'number', received: 'string', tool: 'memory_query' },
    ],
    ['a module that is off', { tool: 'evidence_upload' }],
    ['OpenMemory stopped', { service: 'openmemory', error_type: 'ECONNREFUSED' }],
    ['OpenMemory too slow', { service: 'openmemory', error_type: 'ETIMEDOUT' }],
    ['OpenMemory out of order', { service: 'openmemory', status: 503 }],
    ['OpenMemory with another key', { service: 'openmemory', status: 401 }],
    ['the folder of evidence gone', { check: 'evidence folder' }],
    ['an actor whom nobody knows', { actor: 'eve' }],
    ['governance without a right to it', { actor: 'ann', setting: 'team_write_enabled' }],
    [
      'the private space of another',
      { rule: 'private_of_another', retryable: false, tool: 'memory_query', actor: 'ann' },
    ],
  ] as const)('the details of "%s" are its facts', async (name, details) => {
    const answer = await fail(name);
    expect(errorOf(answer).data.details).toMatchObject(details);
  });
});

describe('TestErrorCodeBoundaryMisuse', () => {
  const RESULT_CODES = [
    'DEPENDENCY_MISSING',
    'MISSING_REQUIRED_PARAMETER',
    'MISSING_REQUIRED_PARAM',
    'POLICY_REJECTED',
    'ADMIN_KEY_REJECTED',
  ];

  it.each(FAILURES)('error.data.reason of "%s" is an McpErrorReason', async (name) => {
    const answer = await fail(name);
    const { data } = errorOf(answer);
    expect(Object.keys(McpErrorReason)).toContain(data.reason);
    expect(answer.text).not.toContain('error_code');
  });

  it.each([
    ['rejected by policy', 'POLICY_REJECTED', {}],
    ['evidence without a hash', 'MISSING_REQUIRED_PARAM', {}],
    ['evidence that nobody has', 'POLICY_REJECTED', {}],
    ['another admin key', 'ADMIN_KEY_REJECTED', {}],
    ['evidence that cannot be checked', 'DEPENDENCY_MISSING', { without: ['evidence'] }],
  ] as const)(
    'result.error_code of "%s" is the ToolResultErrorCode %s',
    async (name, error_code, options) => {
      const { structuredContent, isError } = resultOf(await tell(name, options));
      expect(structuredContent).toMatchObject({ ok: false, error_code });
      expect(RESULT_CODES).toContain(error_code);
      expect(structuredContent).not.toHaveProperty('reason');
      expect(isError).toBe(true);
    },
  );

  it('a result that is not a refusal has neither', async () => {
    const names = RESULTS.filter(([, , form]) => form.ok).map(([, name]) => name);
    for (const name of [
      ...names,
      'stored elsewhere',
      'governance changed',
      'no such memory',
    ] as const) {
      const { structuredContent } = resultOf(await tell(name));
      expect([name, structuredContent['ok']]).toEqual([name, true]);
      for (const member of ['error_code', 'reason']) {
        expect(structuredContent).not.toHaveProperty(member);
      }
    }
  });
});
