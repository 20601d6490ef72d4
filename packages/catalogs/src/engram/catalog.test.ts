import { ERAS, Fault } from '@errata/core';
import type { Definition } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { engram } from './catalog.js';
import { engramContract } from './contract.js';

// Typed from the tables §3.1 to §3.5 and §4: reason, code, category, 说明, 可重试.
const TABLE = [
  ['PARSE_ERROR', -32700, 'protocol', 'JSON 解析失败', '否'],
  ['INVALID_REQUEST', -32600, 'protocol', 'JSON-RPC 请求格式无效', '否'],
  ['METHOD_NOT_FOUND', -32601, 'protocol', '请求的 method 不存在', '否'],
  ['MISSING_REQUIRED_PARAM', -32602, 'validation', '缺少必需参数', '否'],
  ['INVALID_PARAM_TYPE', -32602, 'validation', '参数类型错误', '否'],
  ['INVALID_PARAM_VALUE', -32602, 'validation', '参数值无效', '否'],
  ['UNKNOWN_TOOL', -32602, 'validation', 'tools/call 中指定的工具不存在', '否'],
  ['POLICY_REJECT', -32002, 'business', '策略拒绝', '取决于策略'],
  ['AUTH_FAILED', -32002, 'business', '鉴权失败', '否'],
  ['ACTOR_UNKNOWN', -32002, 'business', '用户身份未知', '否'],
  ['GOVERNANCE_UPDATE_DENIED', -32002, 'business', '治理更新被拒绝', '否'],
  ['OPENMEMORY_UNAVAILABLE', -32001, 'dependency', 'OpenMemory 服务不可用', '是'],
  ['OPENMEMORY_CONNECTION_FAILED', -32001, 'dependency', 'OpenMemory 连接失败', '是'],
  ['OPENMEMORY_API_ERROR', -32001, 'dependency', 'OpenMemory API 返回错误', '5xx 可重试'],
  ['LOGBOOK_DB_UNAVAILABLE', -32001, 'dependency', 'Logbook 数据库不可用', '是'],
  ['LOGBOOK_DB_CHECK_FAILED', -32001, 'dependency', 'Logbook 数据库检查失败', '否'],
  ['INTERNAL_ERROR', -32603, 'internal', '通用内部错误', '否'],
  ['TOOL_EXECUTOR_NOT_REGISTERED', -32603, 'internal', '工具执行器未注册', '否'],
  ['UNHANDLED_EXCEPTION', -32603, 'internal', '未处理的异常', '否'],
] as const;

function faultOf(reason: string, context: object = {}): Fault {
  return new Fault(engram.definition(reason) as Definition<object>, context);
}

describe('the catalog is the tables of §3 and §4', () => {
  it.each(TABLE)('%s has code %i, category %s and says %s', (reason, code, category, name) => {
    expect(engram.definition(reason)).toMatchObject({ reason, code, category, name });
  });

  it.each(TABLE)('%s (%i, %s, %s) is retryable: %s', (reason, _code, _category, _name, answer) => {
    if (answer === '是' || answer === '否') {
      expect(faultOf(reason).retryable).toBe(answer === '是');
    } else {
      expect(engram.definition(reason)?.retryableWhen).toContain(answer);
    }
  });

  it('has these nineteen reasons, in the order of the tables, and no others', () => {
    expect(engram.definitions.map(({ reason }) => reason)).toEqual(TABLE.map(([reason]) => reason));
  });

  it('uses the seven living codes of §4', () => {
    expect(new Set(engram.definitions.map(({ code }) => code))).toEqual(
      new Set([-32700, -32600, -32601, -32602, -32603, -32001, -32002]),
    );
  });

  it('masks undeclared failures as UNHANDLED_EXCEPTION', () => {
    expect(engram.unexpected.reason).toBe('UNHANDLED_EXCEPTION');
  });
});

describe('what depends on the occurrence', () => {
  it('retries a POLICY_REJECT only where the policy says so', () => {
    const open = engram.POLICY_REJECT({ rule: 'team_write_enabled', retryable: true });
    const shut = engram.POLICY_REJECT({ rule: 'space_prefix' });
    expect([open.retryable, open.strategy]).toEqual([true, 'retry_with_backoff']);
    expect([shut.retryable, shut.strategy]).toEqual([false, 'fix_and_retry']);
    expect(engram.POLICY_REJECT({ rule: 'x', retryable: false }).retryable).toBe(false);
  });

  it.each([
    [500, true, 'retry_with_backoff'],
    [503, true, 'retry_with_backoff'],
    [599, true, 'retry_with_backoff'],
    [400, false, 'report_and_abort'],
    [401, false, 'user_action_required'],
    [403, false, 'user_action_required'],
    [413, false, 'report_and_abort'],
    [499, false, 'report_and_abort'],
  ])('makes of status %i of OpenMemory retryable %s and %s', (status, retryable, strategy) => {
    const fault = engram.OPENMEMORY_API_ERROR({ status });
    expect([fault.retryable, fault.strategy]).toEqual([retryable, strategy]);
  });

  it('counts a method parameter as protocol, a tool argument as validation', () => {
    const call = engram.MISSING_REQUIRED_PARAM({ param: 'name', method: 'tools/call' });
    const argument = engram.MISSING_REQUIRED_PARAM({ param: 'query', tool: 'memory_query' });
    expect([call.condition, argument.condition]).toEqual(['invalid-params', 'validation']);
  });

  it('requires the fields that a reason needs', () => {
    // @ts-expect-error which tool?
    expect(() => engram.UNKNOWN_TOOL()).toThrow('engram.UNKNOWN_TOOL needs tool');
    // @ts-expect-error which status?
    expect(() => engram.OPENMEMORY_API_ERROR({ service: 'openmemory' })).toThrow('needs status');
    // @ts-expect-error no such field
    engram.ACTOR_UNKNOWN({ actor: 'a', token: 'x' });
    expect(engram.AUTH_FAILED.definition.fields).toEqual([]);
  });
});

describe('conditions', () => {
  it.each([
    ['PARSE_ERROR', 'parse-error'],
    ['INVALID_REQUEST', 'invalid-request'],
    ['METHOD_NOT_FOUND', 'method-not-found'],
    ['UNKNOWN_TOOL', 'unknown-tool'],
    ['POLICY_REJECT', 'forbidden'],
    ['AUTH_FAILED', 'unauthorized'],
    ['ACTOR_UNKNOWN', 'forbidden'],
    ['GOVERNANCE_UPDATE_DENIED', 'forbidden'],
    ['OPENMEMORY_UNAVAILABLE', 'unreachable'],
    ['OPENMEMORY_CONNECTION_FAILED', 'unreachable'],
    ['OPENMEMORY_API_ERROR', 'upstream-error'],
    ['LOGBOOK_DB_UNAVAILABLE', 'storage-unavailable'],
    ['LOGBOOK_DB_CHECK_FAILED', 'invalid-state'],
    ['INTERNAL_ERROR', 'internal'],
    ['TOOL_EXECUTOR_NOT_REGISTERED', 'internal'],
    ['UNHANDLED_EXCEPTION', 'unexpected'],
  ])('%s is %s', (reason, condition) => {
    expect(faultOf(reason).condition).toBe(condition);
  });
});

describe('numbers by era', () => {
  it('never emits −32000, for any reason in any era', () => {
    for (const { reason } of engram.definitions) {
      for (const era of ERAS) {
        expect(engramContract.number(faultOf(reason), era), `${reason} ${era}`).not.toBe(-32000);
      }
    }
  });

  it.each(TABLE)('%s is %i literally up to 2025-11-25', (reason, code) => {
    for (const era of ERAS.filter((era) => era !== '2026-07-28')) {
      expect(engramContract.number(faultOf(reason), era)).toBe(code);
    }
  });

  it.each(TABLE)('%s (%i) leaves the reserved band on 2026-07-28', (reason, code) => {
    const expected = code === -32001 ? -31001 : code === -32002 ? -31002 : code;
    expect(engramContract.number(faultOf(reason), '2026-07-28')).toBe(expected);
  });
});
