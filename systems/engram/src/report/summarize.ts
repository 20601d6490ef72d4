import { McpErrorReason, type EngramLang } from '@errata/catalogs/engram';
import { isWell } from './is-well.js';
import type { ReliabilityReport } from './reliability-report.js';
import { SENTENCES, type Sentences, type Trouble } from './sentences.js';
import { cells } from './text/cells.js';
import { formatDuration } from './text/format-duration.js';

/** A report in one sentence that can stand alone, within so many columns. */
export function summarize(report: ReliabilityReport, lang: EngramLang, width: number): string {
  const words = SENTENCES[lang];
  const { hours, operations, outbox, openmemory } = report;
  if (isWell(report)) return words.well(operations.allow + operations.redirect, hours);
  if (openmemory.reachable && outbox.pending + outbox.dead === 0) {
    const troubles = troublesOf(operations);
    const inAll = troubles.reduce((sum, [, count]) => sum + count, 0);
    return fitting(words.past(hours, troubles), words.pastInAll(hours, inAll), width);
  }
  const { dead, pending, oldest_pending_seconds: seconds } = outbox;
  const oldest = seconds === null ? undefined : formatDuration(seconds, lang);
  const say = (age: string | undefined) =>
    words.now(words.outbox(dead, pending, age), wordFor(openmemory, words));
  return fitting(say(oldest), say(undefined), width);
}

function fitting(long: string, short: string, width: number): string {
  return cells(long) <= width ? long : short;
}

function troublesOf({
  failed,
  dead,
  degraded,
  deferred,
  reject,
}: ReliabilityReport['operations']): (readonly [Trouble, number])[] {
  const all = [
    ['failed', failed + dead],
    ['degraded', degraded],
    ['deferred', deferred],
    ['rejected', reject],
  ] as const;
  return all.filter(([, count]) => count > 0);
}

function wordFor(openmemory: ReliabilityReport['openmemory'], words: Sentences): string {
  if (openmemory.reachable) return words.answers;
  const isAnswer = openmemory.reason === McpErrorReason.OPENMEMORY_API_ERROR;
  return isAnswer ? words.givesErrors : words.doesNotAnswer;
}
