import type { EngramLang } from '@errata/catalogs/engram';
import { formatCount, plural } from './text/format-count.js';

/** How the parts of the first line are said. */
export interface Sentences {
  readonly well: (writes: number, hours: number) => string;
  /** What is in the outbox; `oldest` is how long the oldest waits, where there is room to say it. */
  readonly outbox: (dead: number, pending: number, oldest: string | undefined) => string;
  readonly answers: string;
  readonly givesErrors: string;
  readonly doesNotAnswer: string;
  readonly now: (outbox: string, openMemory: string) => string;
  /** Nothing is wrong now, but something was. */
  readonly past: (hours: number, troubles: readonly (readonly [Trouble, number])[]) => string;
  readonly pastInAll: (hours: number, count: number) => string;
}

/** How a call can end other than as asked. */
export type Trouble = 'failed' | 'degraded' | 'deferred' | 'rejected';

const TROUBLES_ZH: Readonly<Record<Trouble, string>> = {
  failed: '失败',
  degraded: '降级',
  deferred: '延后',
  rejected: '拒绝',
};

const en: Sentences = {
  well: (writes, hours) =>
    `All is well: ${plural(writes, 'write', 'writes')} in ${hours} h, nothing waits, OpenMemory answers.`,
  outbox: (dead, pending, oldest) => {
    const since = oldest === undefined ? '' : ` (oldest ${oldest})`;
    if (dead === 0 && pending === 0) return 'Nothing waits';
    if (dead === 0) return plural(pending, 'memory waits', 'memories wait') + since;
    const lost = plural(dead, 'memory', 'memories');
    if (pending === 0) return `${lost} given up, nothing waits`;
    return `${lost} given up, ${plural(pending, 'waits', 'wait')}${since}`;
  },
  answers: 'OpenMemory answers',
  givesErrors: 'OpenMemory gives errors',
  doesNotAnswer: 'OpenMemory does not answer',
  now: (outbox, openMemory) => `${outbox}; ${openMemory}.`,
  past: (hours, troubles) =>
    `Nothing waits, OpenMemory answers; in ${hours} h: ` +
    `${troubles.map(([name, count]) => `${formatCount(count)} ${name}`).join(', ')}.`,
  pastInAll: (hours, count) =>
    `Nothing waits, OpenMemory answers; in ${hours} h: ${formatCount(count)} not done as asked.`,
};

const zh: Sentences = {
  well: (writes, hours) =>
    `一切正常：${hours} 小时内写入 ${formatCount(writes)} 次，无等待，OpenMemory 应答正常。`,
  outbox: (dead, pending, oldest) => {
    const since = oldest === undefined ? '' : `（最久 ${oldest}）`;
    if (dead === 0 && pending === 0) return '无等待';
    const waiting = `${formatCount(pending)} 条${dead === 0 ? '记忆' : ''}等待${since}`;
    if (dead === 0) return waiting;
    return `${formatCount(dead)} 条记忆已放弃，${pending === 0 ? '无等待' : waiting}`;
  },
  answers: 'OpenMemory 应答正常',
  givesErrors: 'OpenMemory 返回错误',
  doesNotAnswer: 'OpenMemory 无应答',
  now: (outbox, openMemory) => `${outbox}；${openMemory}。`,
  past: (hours, troubles) =>
    `无等待，OpenMemory 应答正常；${hours} 小时内：` +
    `${troubles.map(([name, count]) => `${TROUBLES_ZH[name]} ${formatCount(count)}`).join('，')}。`,
  pastInAll: (hours, count) =>
    `无等待，OpenMemory 应答正常；${hours} 小时内：未按要求完成 ${formatCount(count)} 次。`,
};

/** The first line by language. */
export const SENTENCES: Readonly<Record<EngramLang, Sentences>> = { en, zh };
