import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { mcpLink } from '../links.js';
import { statusOf } from './asks.js';
import { STREAMABLE } from './eras.js';

const LINK = mcpLink('transports', '2025-11-25', 'sending-messages-to-the-server');

/** Cancels what was never asked for: there is nothing to be done about it. */
function notify(probe: Probe): Promise<Exchange> {
  return probe.notify('notifications/cancelled', { requestId: 'errata-check-none' });
}

export const notificationAccepted: Case = {
  id: 'mcp/2025-03-26/transports/notification-202',
  group: 'http',
  requirement: 'A notification is answered with 202, or with the status of an error.',
  link: LINK,
  keyword: 'MUST',
  fix: 'Answer a POST that has no request in it with 202 Accepted.',
  eras: STREAMABLE,
  transports: ['http'],
  async run(probe) {
    const status = statusOf(await notify(probe));
    if (status === undefined) return notObserved('there was no answer');
    if (status === 202 || status >= 400) return kept;
    return violated(`notifications/cancelled got HTTP ${status}`);
  },
};

export const notificationWithoutBody: Case = {
  id: 'mcp/2025-03-26/transports/notification-without-body',
  group: 'http',
  requirement: 'The 202 to a notification has no body.',
  link: LINK,
  keyword: 'MUST',
  fix: 'End the 202 without writing anything: there is nothing to reply to.',
  eras: STREAMABLE,
  transports: ['http'],
  async run(probe) {
    const [told] = (await notify(probe)).told;
    if (told?.status !== 202) return notObserved('it was not answered with 202');
    if (told.body === '') return kept;
    return violated(
      `notifications/cancelled got 202 with ${JSON.stringify(told.body.slice(0, 80))}`,
    );
  },
};
