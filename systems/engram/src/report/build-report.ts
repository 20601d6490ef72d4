import type { EngramLang, ReasonName } from '@errata/catalogs/engram';
import type { AuditStats, LogbookCounts, OutboxStats } from '../logbook/stats.js';
import type { AuditAction } from '../logbook/write-audit.js';
import {
  isWell,
  reliabilityReport,
  type ReliabilityReport,
  type ReportFacts,
} from './reliability-report.js';
import { formatCount, plural } from './text.js';

/** What OpenMemory said when it was asked how it is. */
export type OpenMemoryHealth =
  | { readonly reachable: true; readonly dialect: string; readonly memories?: number }
  /** The name of a McpErrorReason. */
  | { readonly reachable: false; readonly reason: string };

/** What a report is made of. */
export interface ReportInput {
  readonly audit: AuditStats;
  readonly outbox: OutboxStats;
  readonly openMemory: OpenMemoryHealth;
  /** How far the audit was looked back. */
  readonly hours: number;
  /** The language of the hints. */
  readonly lang: EngramLang;
}

/** The figures of a gateway, and what to do about them. */
export function buildReport(input: ReportInput): ReliabilityReport {
  const { audit, outbox, openMemory, hours, lang } = input;
  const { attempts, ...rows } = outbox;
  const facts = {
    hours,
    since: audit.since,
    operations: operationsOf(audit.actions),
    failures: failuresOf(audit.reasons),
    per_hour: audit.hours.map(hourOf),
    outbox: { ...rows, by_attempts: attempts.map((one) => ({ ...one })) },
    openmemory: { ...openMemory },
  };
  return { ...facts, hints: hintsOf(facts, lang) };
}

const ACTIONS = Object.keys(reliabilityReport.shape.operations.shape) as readonly AuditAction[];

function operationsOf(actions: LogbookCounts): ReliabilityReport['operations'] {
  const counts = ACTIONS.map((action) => [action, actions[action] ?? 0]);
  return Object.fromEntries(counts) as Record<AuditAction, number>;
}

function failuresOf(reasons: LogbookCounts): ReliabilityReport['failures'] {
  const all = Object.values(reasons).reduce((sum, count) => sum + count, 0);
  return Object.entries(reasons)
    .map(([reason, count]) => ({ reason, count, share: Math.round((count / all) * 1_000) / 1_000 }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

function hourOf({
  hour,
  actions,
  reasons,
}: AuditStats['hours'][number]): ReliabilityReport['per_hour'][number] {
  const { done, deferred, degraded, reject: rejected, ...of } = operationsOf(actions);
  const failed = of.failed + of.dead;
  const total = done + deferred + degraded + rejected + failed;
  return { hour, total, done, deferred, degraded, rejected, failed, reasons: { ...reasons } };
}

const OUTBOX_HINTS = {
  en: {
    dead: (count: number) =>
      `${plural(count, 'memory was', 'memories were')} given up: remove the cause, then call outbox_requeue.`,
    held: (count: number) =>
      `${plural(count, 'memory waits', 'memories wait')} for an operator: OpenMemory refuses the gateway. Check its ` +
      'key and its address; the gateway sends what waits within a minute, or at once with outbox_requeue.',
    waiting: (count: number, next: string) =>
      `${plural(count, 'memory waits', 'memories wait')} for OpenMemory: start it again, and the gateway ` +
      `sends what waits. The next try is at ${next}.`,
  },
  zh: {
    dead: (count: number) =>
      `${formatCount(count)} 条记忆已被放弃：排除原因后调用 outbox_requeue。`,
    held: (count: number) =>
      `${formatCount(count)} 条记忆等待管理员处理：OpenMemory 拒绝网关。检查密钥和地址，处理后一分钟内自动发送，或调用 outbox_requeue 立即发送。`,
    waiting: (count: number, next: string) =>
      `${formatCount(count)} 条记忆在等待 OpenMemory：恢复它后网关会自动发送，下次尝试 ${next}。`,
  },
};

/** What to do, most urgent first: about the outbox, about OpenMemory as it is now, then one hint per reason that occurred. */
function hintsOf(facts: ReportFacts, lang: EngramLang): string[] {
  if (isWell(facts)) return [];
  const { outbox, openmemory, failures } = facts;
  const { dead, held, waiting } = OUTBOX_HINTS[lang];
  const now = openmemory.reachable ? [] : [openmemory.reason];
  const reasons = new Set([...now, ...failures.map(({ reason }) => reason)]);
  return [
    ...(outbox.dead > 0 ? [dead(outbox.dead)] : []),
    ...(outbox.held > 0 ? [held(outbox.held)] : []),
    ...(outbox.pending > 0 && !openmemory.reachable
      ? [waiting(outbox.pending, outbox.next_try_at ?? '-')]
      : []),
    ...[...reasons].flatMap((reason) => (isHinted(reason) ? [REASON_HINTS[reason][lang]] : [])),
  ];
}

/** The audit also has reasons that are no McpErrorReason. */
function isHinted(reason: string): reason is keyof typeof REASON_HINTS {
  return Object.hasOwn(REASON_HINTS, reason);
}

/** What the operator can do about each reason. */
export const REASON_HINTS: Readonly<Record<ReasonName, Readonly<Record<EngramLang, string>>>> = {
  PARSE_ERROR: {
    en: 'A client sends text that is not JSON: check its version and any proxy in between.',
    zh: '有客户端发送的不是 JSON：检查其版本以及中间的代理。',
  },
  INVALID_REQUEST: {
    en: 'A client sends messages that are not JSON-RPC 2.0 requests: check its version.',
    zh: '有客户端发送的不是 JSON-RPC 2.0 请求：检查其版本。',
  },
  METHOD_NOT_FOUND: {
    en: 'A client calls methods that the gateway does not have: check its protocol version.',
    zh: '有客户端调用网关没有的 method：检查其协议版本。',
  },
  MISSING_REQUIRED_PARAM: {
    en: 'Calls lack required arguments: have the client read tools/list again.',
    zh: '有调用缺少必需参数：让客户端重新读取 tools/list。',
  },
  INVALID_PARAM_TYPE: {
    en: 'Calls have arguments of a wrong type: have the client read tools/list again.',
    zh: '有调用的参数类型错误：让客户端重新读取 tools/list。',
  },
  INVALID_PARAM_VALUE: {
    en: 'Calls have arguments that are out of bounds: have the client read tools/list again.',
    zh: '有调用的参数值无效：让客户端重新读取 tools/list。',
  },
  UNKNOWN_TOOL: {
    en: 'A client calls tools that do not exist: have it read tools/list again.',
    zh: '有客户端调用不存在的工具：让其重新读取 tools/list。',
  },
  POLICY_REJECT: {
    en: 'Calls broke a rule of the policy: the audit names it; some rules change by governance_update.',
    zh: '有调用违反策略：规则名见审计记录；部分规则可用 governance_update 修改。',
  },
  AUTH_FAILED: {
    en: "Calls came without a valid token: compare the clients' tokens with those of the gateway.",
    zh: '有调用没有有效的令牌：核对客户端与网关的令牌。',
  },
  ACTOR_UNKNOWN: {
    en: 'Calls named no user, or one who is not registered: have clients name the actor, or add users with --member or errata engram users add.',
    zh: '调用未说明用户，或用户未登记：让客户端指明 actor，或用 --member 登记用户。',
  },
  GOVERNANCE_UPDATE_DENIED: {
    en: 'A user without the right tried to change governance: name them with --admin if they may.',
    zh: '有无权用户尝试修改治理设置：如应允许，用 --admin 指定该用户。',
  },
  OPENMEMORY_UNAVAILABLE: {
    en: 'OpenMemory answered nothing usable or failed too often in a row: look at its log.',
    zh: 'OpenMemory 的应答不可用或连续失败过多：查看其日志。',
  },
  OPENMEMORY_CONNECTION_FAILED: {
    en: 'OpenMemory could not be reached in time: check that it runs, and the address in --openmemory.',
    zh: '无法及时连接 OpenMemory：检查它是否在运行，以及 --openmemory 的地址。',
  },
  OPENMEMORY_API_ERROR: {
    en:
      'OpenMemory answered with an error, its status is in the log: at 401 or 403 check ' +
      '$ERRATA_ENGRAM_OPENMEMORY_KEY, at 5xx its disk and log.',
    zh:
      'OpenMemory 返回错误，状态码见日志：401 或 403 时检查 ' +
      '$ERRATA_ENGRAM_OPENMEMORY_KEY，5xx 时检查其磁盘和日志。',
  },
  LOGBOOK_DB_UNAVAILABLE: {
    en: 'The Logbook database failed: check that it runs, has free disk space and is not locked.',
    zh: 'Logbook 数据库出错：检查它是否在运行、磁盘是否有空间、是否被锁定。',
  },
  LOGBOOK_DB_CHECK_FAILED: {
    en:
      'The Logbook database is not as it must be (tables, rights or files), the log names the ' +
      'check: restore it, then restart the gateway.',
    zh: 'Logbook 数据库状态不符（表、权限或文件），检查项见日志：修复后重启网关。',
  },
  INTERNAL_ERROR: {
    en: 'The gateway found its own state broken: look up the correlation ids in its log.',
    zh: '网关自身状态异常：按 correlation_id 查看其日志。',
  },
  TOOL_EXECUTOR_NOT_REGISTERED: {
    en: 'Tools of a module that is switched off were called: start the gateway without its --without.',
    zh: '有调用使用了已关闭模块的工具：启动网关时去掉对应的 --without。',
  },
  UNHANDLED_EXCEPTION: {
    en: 'The gateway failed unexpectedly: look up the correlation ids in its log and report them.',
    zh: '网关发生未预料的异常：按 correlation_id 查看日志并上报。',
  },
};
