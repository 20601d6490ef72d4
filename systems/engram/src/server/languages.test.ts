import { McpErrorReason } from '@errata/catalogs/engram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, firstLineOf, resultOf } from './testing/answers.js';
import { FAILING_CALLS, type FailingCall, type FailingCallName } from './testing/failing-calls.js';
import { startGateway, TOKENS, type StartedGateway } from './testing/start-gateway.js';
import { RESULT_CALLS, type ResultCallName } from './testing/result-calls.js';

const HAN = /\p{Script=Han}/u;

async function inBoth<T>(
  options: object,
  ask: (gateway: StartedGateway) => Promise<T>,
): Promise<{ readonly en: T; readonly zh: T }> {
  const both = { en: undefined as T, zh: undefined as T };
  for (const lang of ['en', 'zh'] as const) {
    const gateway = await startGateway({ ...options, lang });
    try {
      both[lang] = await ask(gateway);
    } finally {
      await gateway.close();
    }
  }
  return both;
}

describe('a failure in both languages', () => {
  // What takes its time to fail does so in the contract's own test.
  const names = (Object.keys(FAILING_CALLS) as FailingCallName[]).filter(
    (name) => name !== 'a locked Logbook',
  );
  it.each(names)('has the same data and another message: %s', async (name) => {
    const { options = {}, provoke }: FailingCall = FAILING_CALLS[name];
    const { en, zh } = await inBoth(options, async (gateway) => errorOf(await provoke(gateway)));
    const fixed = ({ code, data: { correlation_id: _own, ...data } }: typeof en) => ({
      code,
      data,
    });
    expect(fixed(zh)).toEqual(fixed(en));
    expect(en.message).not.toMatch(HAN);
    expect(zh.message).toMatch(HAN);
    expect(Object.keys(McpErrorReason)).toContain(zh.data.reason);
  });

  it('has the words of the seed in Chinese', async () => {
    const gateway = await startGateway({ lang: 'zh' });
    try {
      const ann = await gateway.connect();
      expect(errorOf(await ann.callTool('nonexistent_tool')).message).toBe(
        '未知工具: nonexistent_tool',
      );
      expect(errorOf(await ann.request('tools/call', {})).message).toBe('缺少必需参数: name');
    } finally {
      await gateway.close();
    }
  });
});

describe('a result in both languages', () => {
  const UPPER =
    /^(DEGRADED|REDIRECTED|POLICY_REJECTED|ADMIN_KEY_REJECTED|MISSING_REQUIRED_PARAM): /;
  it.each<[ResultCallName, boolean]>([
    ['stored', false],
    ['stored elsewhere', true],
    ['kept in the outbox', true],
    ['found without OpenMemory', true],
    ['rejected by policy', true],
    ['another admin key', true],
    ['evidence without a hash', true],
    ['evidence that nobody has', true],
    ['governance changed', false],
    ['uploaded', false],
    ['no such memory', false],
  ])('says the same in other words: %s', async (name, marked) => {
    const { en, zh } = await inBoth({}, RESULT_CALLS[name]);
    const [inEnglish, inChinese] = [firstLineOf(en), firstLineOf(zh)];
    expect(inEnglish).not.toMatch(HAN);
    expect(inChinese).toMatch(HAN);
    // What went the second-best way says so first, under the same word.
    expect([UPPER.exec(inEnglish)?.[1], UPPER.test(inEnglish)]).toEqual([
      UPPER.exec(inChinese)?.[1],
      marked,
    ]);
    const facts = (answer: typeof en) => {
      const { structuredContent, isError = false } = resultOf(answer);
      const { ok, action, degraded, rule, error_code, retryable, space } = structuredContent;
      return { ok, action, degraded, rule, error_code, retryable, space, isError };
    };
    expect(facts(zh)).toEqual(facts(en));
    expect(facts(en).isError).toBe(facts(en).ok === false);
    expect(Object.keys(resultOf(zh).structuredContent)).toEqual(
      Object.keys(resultOf(en).structuredContent),
    );
    const { message } = resultOf(zh).structuredContent;
    if (message !== undefined) expect(message).toMatch(HAN);
  });

  describe('that was degraded', () => {
    let gateway: StartedGateway;
    beforeAll(async () => {
      gateway = await startGateway({ lang: 'zh' });
    });
    afterAll(() => gateway.close());

    it('says so on 2026-07-28 as well', async () => {
      await gateway.openMemory.stop();
      const ann = await gateway.connect(TOKENS.ann, '2026-07-28');
      const answer = await ann.callTool('memory_query', { query: 'x' });
      expect(firstLineOf(answer)).toMatch(/^DEGRADED: 无法查询 OpenMemory（OpenMemory 连接失败）/);
      expect(resultOf(answer).isError ?? false).toBe(false);
    });
  });
});
