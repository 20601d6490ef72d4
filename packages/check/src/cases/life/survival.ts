import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Loss, Probe } from '../../probe.js';
import { Unreachable } from '../../wire/unreachable.js';
import { JSONRPC } from '../links.js';

/** Ends that are told; a report needs no more. */
const MOST = 3;
/** Messages that are said again to see which one it was. */
const MOST_AGAIN = 30;
const LONGEST = 80;

/** Whatever was said in a run, for which purpose ever, and was the end of the server. */
export const survival: Case = {
  id: 'jsonrpc/5/no-message-ends-it',
  group: 'life',
  requirement: 'No message of the whole run ends the server.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Catch what the reading and the handling of one message throws, null and arrays included: it must cost an error, not the process.',
  when: 'last',
  async run(probe) {
    const { losses, exchanges } = probe;
    if (exchanges.length === 0) return notObserved('nothing was said');
    if (losses.length === 0) return kept;
    const ends = new Map<string, Exchange>();
    for (const loss of losses) {
      if (ends.size === MOST) break;
      const exchange = (await culpritAmong(probe, loss.exchange)) ?? loss.exchange;
      ends.set(describeLoss({ ...loss, exchange }), exchange);
    }
    return violated([...ends.keys()].join('; '), ...ends.values());
  },
};

/** Of several messages the one that does it, where a new process dies of it again. */
async function culpritAmong(probe: Probe, { sent }: Exchange): Promise<Exchange | undefined> {
  if (probe.transport !== 'stdio' || sent.length < 2 || sent.length > MOST_AGAIN) return undefined;
  try {
    const session = await probe.open();
    for (const text of sent) {
      const exchange = await session.say({ texts: [text] });
      if (exchange.state === 'closed') return exchange;
    }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
  return undefined;
}

function describeLoss({ exchange: { sent, asked }, how }: Loss): string {
  const [first = ''] = sent;
  const text = first.length > LONGEST ? `${first.slice(0, LONGEST)}…` : first;
  const request = asked?.[0] === undefined ? '' : `${asked[0].method} `;
  const what = sent.length > 1 ? `${sent.length} messages, the first of them ${text}` : text;
  return `after ${request}${what} ${how}`;
}
