import { McpErrorReason, type EngramLang } from '@errata/catalogs/engram';
import { oneLine, stripInvisible } from '@errata/core/internal';
import { isWell, type ReliabilityReport } from './reliability-report.js';
import {
  alignColumns,
  cells,
  clipCells,
  formatCount,
  formatDuration,
  plural,
  wrapCells,
} from './text.js';

const WIDTH = 80;
const REASON_WIDTH = 48;
/** How many rows are shown; what is left out is summed up or counted in one more. */
const MOST = { hours: 12, reasons: 4, hints: 3 } as const;

/** A report as a small plain-text table for a person; the exact figures and every hint are in the report itself. */
export function renderReport(report: ReliabilityReport, lang: EngramLang): string {
  const words = WORDS[lang];
  const blocks = [
    [summarize(report, lang, WIDTH)],
    hourlyLines(report, words),
    failureLines(report.failures, words),
    stateLines(report, lang),
    hintLines(report.hints, words),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

type Words = typeof en;
type Outbox = ReliabilityReport['outbox'];
type Hour = ReliabilityReport['per_hour'][number];

const FIGURES = ['done', 'deferred', 'degraded', 'rejected', 'failed', 'total'] as const;

function hourlyLines({ per_hour: hours, hours: period }: ReliabilityReport, words: Words) {
  if (hours.length === 0) return [words.nothing(period)];
  const earlier = hours.slice(0, -MOST.hours);
  const row = (label: string, of: readonly Hour[]) => [
    label,
    ...FIGURES.map((name) => formatCount(of.reduce((sum, hour) => sum + hour[name], 0))),
  ];
  return alignColumns([
    [words.hour, ...FIGURES.map((name) => words.figures[name])],
    ...(earlier.length > 0 ? [row(words.earlier(earlier.length), earlier)] : []),
    ...hours.slice(-MOST.hours).map((one) => row(one.hour.slice(0, 16).replace('T', ' '), [one])),
    ...(hours.length > 1 ? [row(words.inAll, hours)] : []),
  ]);
}

function failureLines(failures: ReliabilityReport['failures'], words: Words): string[] {
  if (failures.length === 0) return [];
  const all = failures.reduce((sum, { count }) => sum + count, 0);
  const row = (label: string, count: number) => [
    label,
    formatCount(count),
    `${Math.round((count / all) * 100)}%`,
  ];
  const others = failures.slice(MOST.reasons);
  const othersCount = others.reduce((sum, { count }) => sum + count, 0);
  return alignColumns([
    words.failures,
    ...failures.slice(0, MOST.reasons).map(({ reason, count }) => row(nameOf(reason), count)),
    ...(others.length > 0 ? [row(words.others(others.length), othersCount)] : []),
  ]);
}

/** The audit keeps any text as a reason; here it is a name in a column. */
function nameOf(reason: string): string {
  return clipCells(oneLine(stripInvisible(reason)), REASON_WIDTH);
}

function stateLines({ outbox, openmemory }: ReliabilityReport, lang: EngramLang): string[] {
  const words = WORDS[lang];
  const state = openmemory.reachable
    ? openmemory.memories === undefined
      ? openmemory.dialect
      : words.memories(openmemory.memories)
    : nameOf(openmemory.reason);
  return [
    `Outbox:     ${words.outbox(outbox, ageOf(outbox, lang))}`,
    ...(outbox.next_try_at === null ? [] : [words.nextTry + nameOf(outbox.next_try_at)]),
    `OpenMemory: ${state}`,
  ];
}

function ageOf({ oldest_pending_seconds: age }: Outbox, lang: EngramLang): string | undefined {
  return age === null ? undefined : formatDuration(age, lang);
}

function hintLines(hints: readonly string[], words: Words): string[] {
  const more = hints.length - MOST.hints;
  return [
    ...hints.slice(0, MOST.hints).flatMap((hint) => {
      return wrapCells(hint, WIDTH - 2).map((line, index) => (index === 0 ? '- ' : '  ') + line);
    }),
    ...(more > 0 ? [words.moreHints(more)] : []),
  ];
}

/** A report in one sentence that can stand alone, within so many columns. */
export function summarize(report: ReliabilityReport, lang: EngramLang, width: number): string {
  const words = WORDS[lang];
  const { hours, operations, outbox, openmemory } = report;
  if (isWell(report)) return words.well(operations.allow + operations.redirect, hours);
  if (openmemory.reachable && outbox.pending + outbox.dead === 0) {
    const troubles = troublesOf(operations);
    const inAll = troubles.reduce((sum, [, count]) => sum + count, 0);
    return fitting(words.past(hours, troubles), words.pastInAll(hours, inAll), width);
  }
  const say = (age: string | undefined) =>
    words.now(words.waiting(outbox, age), wordFor(openmemory, words));
  return fitting(say(ageOf(outbox, lang)), say(undefined), width);
}

function fitting(long: string, short: string, width: number): string {
  return cells(long) <= width ? long : short;
}

/** How often a call ended other than as asked. */
type Trouble = readonly [name: 'failed' | 'degraded' | 'deferred' | 'rejected', count: number];

function troublesOf(of: ReliabilityReport['operations']): readonly Trouble[] {
  const all: readonly Trouble[] = [
    ['failed', of.failed + of.dead],
    ['degraded', of.degraded],
    ['deferred', of.deferred],
    ['rejected', of.reject],
  ];
  return all.filter(([, count]) => count > 0);
}

function wordFor(openmemory: ReliabilityReport['openmemory'], words: Words): string {
  if (openmemory.reachable) return words.answers;
  const isAnswer = openmemory.reason === McpErrorReason.OPENMEMORY_API_ERROR;
  return isAnswer ? words.givesErrors : words.doesNotAnswer;
}

const en = {
  hour: 'Hour (UTC)',
  figures: {
    ...{ done: 'done', deferred: 'deferred', degraded: 'degraded' },
    ...{ rejected: 'rejected', failed: 'failed', total: 'total' },
  },
  earlier: (hours: number) => (hours === 1 ? '1 earlier hour' : `${hours} earlier hours`),
  inAll: 'in all',
  nothing: (hours: number) => `No write and no failed call was recorded in ${hours} h.`,
  failures: ['Reason', 'count', 'share'],
  nextTry: 'Next try:   ',
  others: (reasons: number) => (reasons === 1 ? '1 other reason' : `${reasons} other reasons`),
  outbox: ({ pending, held, sent, dead }: Outbox, oldest: string | undefined) =>
    `${formatCount(pending + held)} waiting${oldest === undefined ? '' : ` (oldest ${oldest})`}, ` +
    `${formatCount(dead)} given up, ${formatCount(sent)} sent`,
  memories: (count: number) => plural(count, 'memory', 'memories'),
  moreHints: (count: number) => `- ${count} more in "hints".`,
  well: (writes: number, hours: number) =>
    `All is well: ${plural(writes, 'write', 'writes')} in ${hours} h, nothing waits, OpenMemory answers.`,
  waiting: ({ dead, held, pending: due }: Outbox, oldest: string | undefined) => {
    const pending = due + held;
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
  now: (outbox: string, openMemory: string) => `${outbox}; ${openMemory}.`,
  past: (hours: number, troubles: readonly Trouble[]) =>
    `Nothing waits, OpenMemory answers; in ${hours} h: ` +
    `${troubles.map(([name, count]) => `${formatCount(count)} ${name}`).join(', ')}.`,
  pastInAll: (hours: number, count: number) =>
    `Nothing waits, OpenMemory answers; in ${hours} h: ${formatCount(count)} not done as asked.`,
};

const zh: typeof en = {
  hour: '小时 (UTC)',
  figures: {
    ...{ done: '完成', deferred: '延后', degraded: '降级' },
    ...{ rejected: '拒绝', failed: '失败', total: '合计' },
  },
  earlier: (hours) => `更早的 ${hours} 个小时`,
  inAll: '合计',
  nothing: (hours) => `${hours} 小时内没有写入或失败的记录。`,
  failures: ['原因', '次数', '占比'],
  nextTry: '下次尝试:   ',
  others: (reasons) => `其他 ${reasons} 种原因`,
  outbox: ({ pending, held, sent, dead }, oldest) =>
    `等待 ${formatCount(pending + held)}${oldest === undefined ? '' : `（最久 ${oldest}）`}，` +
    `已放弃 ${formatCount(dead)}，已发送 ${formatCount(sent)}`,
  memories: (count) => `${formatCount(count)} 条记忆`,
  moreHints: (count) => `- 另有 ${count} 条，见 "hints"。`,
  well: (writes, hours) =>
    `一切正常：${hours} 小时内写入 ${formatCount(writes)} 次，无等待，OpenMemory 应答正常。`,
  waiting: ({ dead, held, pending: due }, oldest) => {
    const pending = due + held;
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
    `${troubles.map(([name, count]) => `${zh.figures[name]} ${formatCount(count)}`).join('，')}。`,
  pastInAll: (hours, count) =>
    `无等待，OpenMemory 应答正常；${hours} 小时内：未按要求完成 ${formatCount(count)} 次。`,
};

/** The texts of the report by language. */
const WORDS = { en, zh } satisfies Record<EngramLang, typeof en>;
