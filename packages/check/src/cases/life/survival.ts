import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Loss } from '../../probe.js';
import { JSONRPC } from '../links.js';

/** Losses that are shown; a report needs no more. */
const MOST = 3;
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
  run({ losses, exchanges }) {
    if (exchanges.length === 0) return notObserved('nothing was said');
    if (losses.length === 0) return kept;
    const told = losses.slice(0, MOST).map(describeLoss);
    const more = losses.length > MOST ? `; and ${losses.length - MOST} more` : '';
    return violated(
      `${told.join('; ')}${more}`,
      ...losses.slice(0, MOST).map(({ exchange }) => exchange),
    );
  },
};

function describeLoss({ exchange: { sent, asked }, how }: Loss): string {
  const [first = ''] = sent;
  const text = first.length > LONGEST ? `${first.slice(0, LONGEST)}…` : first;
  const request = asked?.[0] === undefined ? '' : `${asked[0].method} `;
  const what = sent.length > 1 ? `${sent.length} messages, the first of them ${text}` : text;
  return `after ${request}${what} ${how}`;
}
