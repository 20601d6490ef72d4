import type { EngramLang } from '@errata/catalogs/engram';
import { formatCount, plural } from './text/format-count.js';

/** What stands at the lines and columns of a rendered report. */
export interface Labels {
  /** Of the table by hour: hour, done, deferred, degraded, rejected, failed, total. */
  readonly hourly: readonly [string, string, string, string, string, string, string];
  readonly earlier: (hours: number) => string;
  readonly inAll: string;
  readonly nothing: (hours: number) => string;
  readonly failures: readonly [reason: string, count: string, share: string];
  readonly others: (reasons: number) => string;
  readonly outbox: (
    counts: { readonly pending: number; readonly sent: number; readonly dead: number },
    oldest: string | undefined,
  ) => string;
  readonly memories: (count: number) => string;
  readonly moreHints: (count: number) => string;
}

const en: Labels = {
  hourly: ['Hour (UTC)', 'done', 'deferred', 'degraded', 'rejected', 'failed', 'total'],
  earlier: (hours) => (hours === 1 ? '1 earlier hour' : `${hours} earlier hours`),
  inAll: 'in all',
  nothing: (hours) => `No write and no failed call was recorded in ${hours} h.`,
  failures: ['Reason', 'count', 'share'],
  others: (reasons) => (reasons === 1 ? '1 other reason' : `${reasons} other reasons`),
  outbox: ({ pending, sent, dead }, oldest) =>
    `${formatCount(pending)} waiting${oldest === undefined ? '' : ` (oldest ${oldest})`}, ` +
    `${formatCount(dead)} given up, ${formatCount(sent)} sent`,
  memories: (count) => plural(count, 'memory', 'memories'),
  moreHints: (count) => `- ${count} more in "hints".`,
};

const zh: Labels = {
  hourly: ['小时 (UTC)', '完成', '延后', '降级', '拒绝', '失败', '合计'],
  earlier: (hours) => `更早的 ${hours} 个小时`,
  inAll: '合计',
  nothing: (hours) => `${hours} 小时内没有写入或失败的记录。`,
  failures: ['原因', '次数', '占比'],
  others: (reasons) => `其他 ${reasons} 种原因`,
  outbox: ({ pending, sent, dead }, oldest) =>
    `等待 ${formatCount(pending)}${oldest === undefined ? '' : `（最久 ${oldest}）`}，` +
    `已放弃 ${formatCount(dead)}，已发送 ${formatCount(sent)}`,
  memories: (count) => `${formatCount(count)} 条记忆`,
  moreHints: (count) => `- 另有 ${count} 条，见 "hints"。`,
};

/** The labels by language. */
export const LABELS: Readonly<Record<EngramLang, Labels>> = { en, zh };
