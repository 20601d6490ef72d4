import { describe, expect, it } from 'vitest';
import { engram } from './catalog.js';
import { createEngramContract, engramContract } from './contract.js';
import { ENGRAM_MESSAGES } from './messages.js';

const zh = createEngramContract({ lang: 'zh' });
const view = { era: '2025-11-25' } as const;

describe('messages in two languages', () => {
  it('has a message for each reason in both', () => {
    const reasons = engram.definitions.map(({ reason }) => reason);
    expect(Object.keys(ENGRAM_MESSAGES.zh)).toEqual(reasons);
    expect(Object.keys(ENGRAM_MESSAGES.en)).toEqual(reasons);
  });

  it.each(engram.definitions.map(({ reason }) => reason))(
    'says something about %s even where nothing is known',
    (reason) => {
      for (const messages of Object.values(ENGRAM_MESSAGES)) {
        const text = messages[reason as keyof typeof messages]({});
        expect(text).not.toBe('');
        expect(text).not.toContain('undefined');
      }
    },
  );

  it.each([
    [engram.UNKNOWN_TOOL({ tool: 'x' }), '未知工具: x', 'Unknown tool: x'],
    [
      engram.MISSING_REQUIRED_PARAM({ param: 'name' }),
      '缺少必需参数: name',
      'Missing required parameter: name',
    ],
    [
      engram.INVALID_PARAM_TYPE({ param: 'top_k', expected: 'integer', received: 'string' }),
      '参数类型错误: top_k (应为 integer, 实为 string)',
      'Wrong parameter type: top_k (expected integer, received string)',
    ],
    [
      engram.INVALID_PARAM_VALUE({ param: 'top_k', expected: '>= 1' }),
      '参数值无效: top_k (应为 >= 1)',
      'Invalid parameter value: top_k (expected >= 1)',
    ],
    [
      engram.OPENMEMORY_API_ERROR({ status: 503 }),
      'OpenMemory API 返回错误: 503',
      'OpenMemory returned an error: 503',
    ],
  ])('says $reason in each', (fault, chinese, english) => {
    expect(zh.message(fault, view)).toBe(chinese);
    expect(engramContract.message(fault, view)).toBe(english);
  });

  it('keeps what the thrower says in the language of the contract', () => {
    const english = engram.POLICY_REJECT(
      { rule: 'r' },
      { details: 'Only PROCEDURE may be stored' },
    );
    expect(engramContract.message(english, view)).toBe('Only PROCEDURE may be stored');
    expect(zh.message(english, view)).toBe('策略拒绝: r');
    const chinese = engram.POLICY_REJECT({ rule: 'r' }, { details: '只能存入 PROCEDURE' });
    expect(zh.message(chinese, view)).toBe('策略拒绝: 只能存入 PROCEDURE');
    expect(zh.details(chinese, view)).toBe('只能存入 PROCEDURE');
    const message = engram.POLICY_REJECT({ rule: 'r' }, { message: '不行', details: 'x' });
    expect(zh.message(message, view)).toBe('不行');
  });

  it('has the exact words of column 说明 where nothing more is known', () => {
    const rows = engram.definitions.filter(({ reason }) => reason !== 'UNKNOWN_TOOL');
    for (const { reason, name } of rows) {
      expect(ENGRAM_MESSAGES.zh[reason as keyof typeof ENGRAM_MESSAGES.zh]({})).toBe(name);
    }
  });

  it('does not mix the codec’s English into Chinese', () => {
    const fault = engram.PARSE_ERROR(
      { problem: 'invalid-json' },
      { details: 'The text is not valid JSON' },
    );
    expect(zh.message(fault, view)).toBe('JSON 解析失败');
    expect(engramContract.message(fault, view)).toBe('The text is not valid JSON');
  });

  it('gives the peer’s own names no more than one short line', () => {
    const fault = engram.UNKNOWN_TOOL({ tool: `a\nb ${'x'.repeat(5000)}` });
    expect(zh.message(fault, view)).toMatch(/^未知工具: a b x+…?$/);
    expect(zh.message(fault, view).length).toBeLessThan(120);
  });

  it('carries the same reason in both', () => {
    const fault = engram.UNKNOWN_TOOL({ tool: 'x' });
    expect(zh.payload(fault, view)).toEqual(engramContract.payload(fault, view));
  });
});
