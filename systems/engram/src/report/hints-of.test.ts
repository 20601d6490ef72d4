import { describe, expect, it } from 'vitest';
import { buildReport, REASON_HINTS, type ReportInput } from './build-report.js';
import { auditOf, hour, OUTAGE, QUIET } from './testing/inputs.js';

const AT = '2026-01-30T13:00:00.000Z';

/** The quiet day with calls that failed for these reasons. */
function failing(...reasons: readonly string[]): ReportInput {
  const counts = Object.fromEntries(reasons.map((reason, index) => [reason, 9 - index]));
  return { ...QUIET, audit: auditOf([hour(AT, { failed: reasons.length }, counts)]) };
}

// Typed from §3.1 to §3.5, each with a word that its hint cannot do without.
const REASONS = [
  ['PARSE_ERROR', 'JSON'],
  ['INVALID_REQUEST', 'JSON-RPC'],
  ['METHOD_NOT_FOUND', 'method'],
  ['MISSING_REQUIRED_PARAM', 'tools/list'],
  ['INVALID_PARAM_TYPE', 'tools/list'],
  ['INVALID_PARAM_VALUE', 'tools/list'],
  ['UNKNOWN_TOOL', 'tools/list'],
  ['POLICY_REJECT', 'governance_update'],
  ['AUTH_FAILED', /token|令牌/],
  ['ACTOR_UNKNOWN', '--member'],
  ['GOVERNANCE_UPDATE_DENIED', '--admin'],
  ['OPENMEMORY_UNAVAILABLE', 'OpenMemory'],
  ['OPENMEMORY_CONNECTION_FAILED', '--openmemory'],
  ['OPENMEMORY_API_ERROR', '$ERRATA_ENGRAM_OPENMEMORY_KEY'],
  ['LOGBOOK_DB_UNAVAILABLE', 'Logbook'],
  ['LOGBOOK_DB_CHECK_FAILED', 'Logbook'],
  ['INTERNAL_ERROR', /correlation.id/],
  ['TOOL_EXECUTOR_NOT_REGISTERED', '--without'],
  ['UNHANDLED_EXCEPTION', /correlation.id/],
] as const;

describe('hints about reasons', () => {
  it.each(REASONS)('%s has one in both languages, with %s', (reason, word) => {
    const [english, ...others] = buildReport({ ...failing(reason), lang: 'en' }).hints;
    const [chinese] = buildReport({ ...failing(reason), lang: 'zh' }).hints;
    expect(others).toEqual([]);
    expect(english).toMatch(word);
    expect(english).toMatch(/^[\x20-\x7e]+\.$/);
    expect(chinese).toMatch(word);
    expect(chinese).toMatch(/\p{Script=Han}.*。$/u);
  });

  it('are there for the reasons of the contract and no others', () => {
    expect(Object.keys(REASON_HINTS)).toEqual(REASONS.map(([reason]) => reason));
  });

  it('come in the order of frequency', () => {
    const { hints } = buildReport(failing('UNKNOWN_TOOL', 'AUTH_FAILED'));
    expect(hints).toEqual([
      'A client calls tools that do not exist: have it read tools/list again.',
      "Calls came without a valid token: compare the clients' tokens with those of the gateway.",
    ]);
  });

  it.each(['team_write_disabled', 'constructor', '__proto__', ''])(
    'are not there for %j, which is not a reason of the contract',
    (reason) => {
      expect(buildReport(failing(reason)).hints).toEqual([]);
    },
  );
});

describe('hints about what is now', () => {
  it('come first: what was given up, what waits, why OpenMemory fails; each reason once', () => {
    expect(buildReport(OUTAGE).hints).toEqual([
      '3 memories were given up: remove the cause, then call outbox_requeue.',
      '12 memories wait for OpenMemory: start it again, and the gateway sends what waits. The next try is at 2026-01-30T13:40:00.000Z.',
      'OpenMemory could not be reached in time: check that it runs, and the address in --openmemory.',
      'Calls broke a rule of the policy: the audit names it; some rules change by governance_update.',
    ]);
  });

  it('are said in Chinese', () => {
    expect(buildReport({ ...OUTAGE, lang: 'zh' }).hints).toEqual([
      '3 条记忆已被放弃：排除原因后调用 outbox_requeue。',
      '12 条记忆在等待 OpenMemory：恢复它后网关会自动发送，下次尝试 2026-01-30T13:40:00.000Z。',
      '无法及时连接 OpenMemory：检查它是否在运行，以及 --openmemory 的地址。',
      '有调用违反策略：规则名见审计记录；部分规则可用 governance_update 修改。',
    ]);
  });

  it('tell one memory from several', () => {
    const outbox = { ...QUIET.outbox, dead: 1 };
    expect(buildReport({ ...QUIET, outbox }).hints[0]).toMatch(/^1 memory was given up:/);
  });

  it('do not ask for anything while OpenMemory answers and the rest only waits its turn', () => {
    const outbox = { ...QUIET.outbox, pending: 5, oldest_pending_seconds: 3 };
    expect(buildReport({ ...QUIET, outbox }).hints).toEqual([]);
  });

  it('are not there when all is well, whatever a redirected write was noted with', () => {
    const redirected = hour(AT, { redirect: 1, done: 1 }, { POLICY_REJECT: 1 });
    expect(buildReport({ ...QUIET, audit: auditOf([redirected]) }).hints).toEqual([]);
  });
});
