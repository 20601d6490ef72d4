import { kept, notObserved, violated, type Case } from '../../case.js';
import { membersOf, parseJson } from '../../json/json.js';
import type { LinkLog } from '../../probe.js';
import { JSONRPC } from '../links.js';
import { entriesOf } from '../entries.js';
import { shownId } from './ask.js';
import { idsIn } from './ids-in.js';

export const answeredOnce: Case = {
  id: 'jsonrpc/5/answered-once',
  group: 'ids',
  requirement: 'No request is answered twice.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Let a request end with its first reply; what comes later belongs into the log.',
  when: 'last',
  run(probe) {
    for (const link of probe.links) {
      const { asked, answered } = count(link);
      for (const [id, times] of answered) {
        const wanted = asked.get(id) ?? 0;
        if (wanted === 0 || times <= wanted) continue;
        return violated(
          `the id ${shownId(id)} was asked ${wanted} and answered ${times} times`,
          ...probe.exchanges
            .filter(({ sent }) => sent.some((text) => idsIn(text).includes(id)))
            .slice(0, 3),
        );
      }
    }
    return kept;
  },
};

export const nothingUnasked: Case = {
  id: 'jsonrpc/5/no-reply-unasked',
  group: 'ids',
  requirement: 'No reply comes under an id that nobody used.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Answer requests only: whatever the server has to say on its own is a notification.',
  when: 'last',
  run(probe) {
    const known = new Set(probe.exchanges.flatMap(({ sent }) => idsIn(sent.join(''))));
    let replies = 0;
    for (const exchange of probe.exchanges) {
      const ids = entriesOf(exchange.responses).map(({ value }) => keyOf(membersOf(value)['id']));
      replies += ids.length;
      // A reply under a wrong id in place of the right one is judged where the request is.
      const wanted = exchange.sent.flatMap((text) => idsIn(text));
      const isComplete = wanted.every((id) => ids.includes(id));
      const stray = ids.find((id) => id !== undefined && !known.has(id));
      if (isComplete && stray !== undefined) {
        return violated(
          `a reply came under the id ${shownId(stray)}, which was never used`,
          exchange,
        );
      }
    }
    return replies === 0 ? notObserved('there were no replies') : kept;
  },
};

/** How often each id went out and came back on a link. */
function count({ events }: LinkLog) {
  const asked = new Map<string, number>();
  const answered = new Map<string, number>();
  for (const { way, text, at } of events) {
    const ids =
      way === 'out'
        ? idsIn(text)
        : entriesOf([{ text, value: parseJson(text), at }]).map(({ value }) =>
            keyOf(membersOf(value)['id']),
          );
    const tally = way === 'out' ? asked : answered;
    for (const id of ids) if (id !== undefined) tally.set(id, (tally.get(id) ?? 0) + 1);
  }
  return { asked, answered };
}

/** Types are not told apart here: that is judged by those who ask. */
function keyOf(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
