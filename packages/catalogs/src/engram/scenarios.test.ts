import { describe, expect, it } from 'vitest';
import { engram } from './catalog.js';
import { McpErrorCode, McpErrorReason } from './namespaces.js';
import { ERROR_SCENARIOS, RESULT_FORMS, RESULT_SCENARIOS } from './scenarios.js';

describe('§1.1: what is answered with an error', () => {
  it.each([
    ['JSON 解析失败', -32700, 'PARSE_ERROR', 'protocol'],
    ['请求格式无效（缺少 method/jsonrpc）', -32600, 'INVALID_REQUEST', 'protocol'],
    ['方法不存在', -32601, 'METHOD_NOT_FOUND', 'protocol'],
    ['参数校验失败（缺少必需参数、类型错误）', -32602, 'INVALID_PARAMS', 'validation'],
    ['未知工具（tools/call 中 name 不存在）', -32602, 'INVALID_PARAMS', 'validation'],
    ['工具执行器未注册', -32603, 'INTERNAL_ERROR', 'internal'],
    ['未处理的运行时异常', -32603, 'INTERNAL_ERROR', 'internal'],
    ['依赖服务不可用（如 OpenMemory 连接失败）', -32001, 'DEPENDENCY_UNAVAILABLE', 'dependency'],
    ['业务策略拒绝（如鉴权失败）', -32002, 'BUSINESS_REJECTION', 'business'],
  ] as const)('%s is %i (%s), category %s', (scenario, code, name, category) => {
    const row = ERROR_SCENARIOS.find((row) => row.scenario === scenario);
    expect(row).toMatchObject({ code, category });
    expect(McpErrorCode[name]).toBe(code);
  });

  it('has nine rows', () => {
    expect(ERROR_SCENARIOS).toHaveLength(9);
  });

  it('agrees with the catalog about every reason', () => {
    for (const { code, category, reasons } of ERROR_SCENARIOS) {
      for (const reason of reasons) {
        expect(engram.definition(reason)).toMatchObject({ code, category });
      }
    }
  });

  it('has a place for each reason, and one place only', () => {
    const placed = ERROR_SCENARIOS.flatMap(({ reasons }) => reasons);
    expect([...placed].sort()).toEqual(Object.values(McpErrorReason).sort());
  });
});

describe('§1.2: what is answered with a result', () => {
  it.each([
    ['memory_store 成功', { ok: true }, '业务成功'],
    ['memory_store 策略拒绝', { ok: false, action: 'reject' }, '业务层拒绝，可重试'],
    ['memory_store 重定向到 outbox', { ok: true, action: 'redirect' }, '降级成功'],
    ['memory_query 查询成功', { ok: true, results: [] }, '业务成功'],
    [
      'memory_query 降级（OpenMemory 不可用）',
      { ok: true, degraded: true, results: [] },
      '降级到 Logbook 查询',
    ],
    ['reliability_report 获取成功', { ok: true }, '只读操作成功'],
    ['governance_update 鉴权失败', { ok: false, action: 'reject' }, '业务层拒绝'],
    ['evidence_upload 成功', { ok: true }, '业务成功'],
  ])('%s is %j: %s', (scenario, form, note) => {
    const row = RESULT_SCENARIOS.find((row) => row.scenario === scenario);
    expect(row?.note).toBe(note);
    expect(RESULT_FORMS[row!.form]).toEqual(form);
    expect(scenario.startsWith(row!.tool)).toBe(true);
  });

  it('has eight rows', () => {
    expect(RESULT_SCENARIOS).toHaveLength(8);
  });
});
