import { kept, notObserved, violated, type Case } from '../../case.js';
import { JSONRPC } from '../links.js';
import { harmlessText, shownId } from './ask.js';
import { ECHO_ROWS } from './echo.js';

/** Looks back at what the cases of the echo said, since an id is used only once in a conversation. */
export const everyIdAnswered: Case = {
  id: 'jsonrpc/5/every-id-answered',
  group: 'ids',
  requirement: 'A request is answered whatever string or integer its id is, also 0 and "".',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Only a message without the member "id" is a notification; ask whether the member is there.',
  looksBack: true,
  run(probe) {
    const asked = ECHO_ROWS.filter(({ isRefusable }) => isRefusable !== true).flatMap(({ id }) => {
      const text = harmlessText(probe, id);
      const exchange = probe.exchanges.find(
        ({ sent, state }) => sent[0] === text && state === 'open',
      );
      return exchange === undefined ? [] : [{ id, exchange }];
    });
    if (asked.length === 0) return notObserved('no such request was survived');
    const mute = asked.filter(({ exchange: { responses, told } }) => {
      return responses.length === 0 && (told[0]?.status ?? 0) < 400;
    });
    if (mute.length === 0) return kept;
    const ids = mute.map(({ id }) => shownId(id)).join(', ');
    return violated(
      `there was no reply under ${mute.length} of ${asked.length} ids: ${ids}`,
      ...mute.map(({ exchange }) => exchange),
    );
  },
};
