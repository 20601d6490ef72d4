import type { EngramLang } from '@errata/catalogs/engram';
import { isWell, type ReportFacts } from './is-well.js';
import { REASON_HINTS } from './reason-hints.js';
import { formatCount, plural } from './text/format-count.js';

interface OutboxHints {
  readonly dead: (count: number) => string;
  readonly waiting: (count: number) => string;
}

const OUTBOX_HINTS: Readonly<Record<EngramLang, OutboxHints>> = {
  en: {
    dead: (count) =>
      `${plural(count, 'memory was', 'memories were')} given up after 5 tries or a final refusal: ` +
      'mend the cause, then start the gateway once with --requeue-dead.',
    waiting: (count) =>
      `${plural(count, 'memory waits', 'memories wait')} for OpenMemory: bring it back, and the gateway ` +
      'sends what waits by itself. After 5 failed tries a memory is given up.',
  },
  zh: {
    dead: (count) =>
      `${formatCount(count)} 条记忆在 5 次尝试或最终拒绝后被放弃：排除原因后，用 --requeue-dead 启动一次网关。`,
    waiting: (count) =>
      `${formatCount(count)} 条记忆在等待 OpenMemory：恢复它后网关会自动发送；5 次尝试失败后记忆会被放弃。`,
  },
};

/** What to do, most urgent first: about the outbox, about OpenMemory as it is now, then one hint per reason that occurred. */
export function hintsOf(facts: ReportFacts, lang: EngramLang): string[] {
  if (isWell(facts)) return [];
  const { outbox, openmemory, failures } = facts;
  const { dead, waiting } = OUTBOX_HINTS[lang];
  const now = openmemory.reachable ? [] : [openmemory.reason];
  const reasons = new Set([...now, ...failures.map(({ reason }) => reason)]);
  return [
    ...(outbox.dead > 0 ? [dead(outbox.dead)] : []),
    ...(outbox.pending > 0 && !openmemory.reachable ? [waiting(outbox.pending)] : []),
    ...[...reasons].flatMap((reason) => (isHinted(reason) ? [REASON_HINTS[reason][lang]] : [])),
  ];
}

/** The audit also has reasons that are no McpErrorReason. */
function isHinted(reason: string): reason is keyof typeof REASON_HINTS {
  return Object.hasOwn(REASON_HINTS, reason);
}
