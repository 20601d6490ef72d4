import { openedForAll } from '@errata/testing/lifetime';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  connectSystem,
  expectComplete,
  ofReason,
  type Proven,
  proveOnce,
} from '@errata/testing/errata';

// Seed 002 against a running gateway: every reply here came over HTTP or a pipe, from a real cause.

const CORRELATION_ID = expect.stringMatching(/^corr-[0-9a-f]{16}$/) as string;

let proven: Proven;
let replies: Proven['replies'];
beforeAll(async () => {
  proven = await proveOnce('engram', 'http');
  replies = proven.replies;
});

it('errata prove engram reaches all declared failures by real causes', () => {
  expectComplete(proven, { declared: 19, forms: 12, impossible: ['INVALID_PARAM_VALUE method'] });
});

/** §3 and §4: reason, number, category, and whether a retry may help; undefined if that depends on the cause. */
const REASONS = [
  ['PARSE_ERROR', -32700, 'protocol', false],
  ['INVALID_REQUEST', -32600, 'protocol', false],
  ['METHOD_NOT_FOUND', -32601, 'protocol', false],
  ['MISSING_REQUIRED_PARAM', -32602, 'validation', false],
  ['INVALID_PARAM_TYPE', -32602, 'validation', false],
  ['INVALID_PARAM_VALUE', -32602, 'validation', false],
  ['UNKNOWN_TOOL', -32602, 'validation', false],
  ['POLICY_REJECT', -32002, 'business', undefined],
  ['AUTH_FAILED', -32002, 'business', false],
  ['ACTOR_UNKNOWN', -32002, 'business', false],
  ['GOVERNANCE_UPDATE_DENIED', -32002, 'business', false],
  ['OPENMEMORY_UNAVAILABLE', -32001, 'dependency', true],
  ['OPENMEMORY_CONNECTION_FAILED', -32001, 'dependency', true],
  ['OPENMEMORY_API_ERROR', -32001, 'dependency', undefined],
  ['LOGBOOK_DB_UNAVAILABLE', -32001, 'dependency', true],
  ['LOGBOOK_DB_CHECK_FAILED', -32001, 'dependency', false],
  ['INTERNAL_ERROR', -32603, 'internal', false],
  ['TOOL_EXECUTOR_NOT_REGISTERED', -32603, 'internal', false],
  ['UNHANDLED_EXCEPTION', -32603, 'internal', false],
] as const;

describe('§3 and §4', () => {
  it.each(REASONS)('%s is %i, %s', (reason, code, category, retryable) => {
    for (const reply of ofReason(replies, reason)) {
      expect(reply).toMatchObject({ code, data: { reason, category } });
      if (retryable !== undefined) expect(reply.data['retryable']).toBe(retryable);
    }
  });

  it('OPENMEMORY_API_ERROR may be retried where the status is 500 or above', () => {
    for (const { data } of ofReason(replies, 'OPENMEMORY_API_ERROR')) {
      const { status } = data['details'] as { status: number };
      expect(data['retryable']).toBe(status >= 500);
    }
  });

  it('no reply has another reason, or another number than the seven of §4', () => {
    const seen = [...replies.values()].map(({ code, data }) => `${data['reason']} ${code}`);
    expect(new Set(seen)).toEqual(new Set(REASONS.map(([reason, code]) => `${reason} ${code}`)));
  });
});

describe('§2: error.data', () => {
  it('has category, reason, retryable, correlation_id and details, of the types of the seed, and no other member', () => {
    for (const { data } of replies.values()) {
      expect(data).toEqual({
        category: expect.stringMatching(/^(?:protocol|validation|business|dependency|internal)$/),
        reason: expect.stringMatching(/^[A-Z_]+$/),
        retryable: expect.any(Boolean),
        correlation_id: CORRELATION_ID,
        details: expect.any(Object),
      });
    }
  });

  it('has a correlation_id of its own in every reply', () => {
    const ids = [...replies.values()].map(({ data }) => data['correlation_id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the examples, asked of a gateway that speaks Chinese', () => {
  const wire = openedForAll(() =>
    connectSystem('engram', () => ['--user', 'alice', '--lang', 'zh']),
  );

  it.each([
    ['2.2 示例', '{"name":"nonexistent_tool"}', '未知工具: nonexistent_tool', 'UNKNOWN_TOOL'],
    ['5.1 参数错误 (缺少 name)', '{}', '缺少必需参数: name', 'MISSING_REQUIRED_PARAM'],
    ['5.2 未知工具', '{"name":"xxx"}', '未知工具: xxx', 'UNKNOWN_TOOL'],
  ])('%s', async (_, params, message, reason) => {
    const request = `{"jsonrpc":"2.0","id":1001,"method":"tools/call","params":${params}}`;
    expect((await wire.send(request)).message).toEqual({
      jsonrpc: '2.0',
      id: 1001,
      error: {
        code: -32602,
        message,
        data: {
          ...{ category: 'validation', reason, retryable: false },
          ...{ correlation_id: CORRELATION_ID, details: expect.any(Object) },
        },
      },
    });
  });
});
