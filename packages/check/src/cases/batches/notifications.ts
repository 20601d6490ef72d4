import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { writeMessage } from '../../session/dress.js';
import { WITH_BATCHES } from '../eras.js';
import { harmlessText } from '../ids/ask.js';
import { JSONRPC } from '../links.js';
import { sendBatch, takesBatches, unjudgeable } from './send-batch.js';

/** A notification that no server knows. */
export const UNHEARD = 'notifications/errata-unheard';

function notification({ era }: Probe): string {
  return writeMessage(era, UNHEARD, undefined, undefined);
}

export const notificationInBatch: Case = {
  id: 'jsonrpc/6/notification-in-batch',
  group: 'batches',
  requirement: 'A notification in a batch gets no reply among those to the requests.',
  link: JSONRPC.notification,
  keyword: 'MUST',
  fix: 'Leave messages without an id out of the reply to a batch, whatever became of them.',
  eras: WITH_BATCHES,
  async run(probe) {
    const answer = await sendBatch(probe, [harmlessText(probe), notification(probe)]);
    const why = unjudgeable(answer);
    if (why !== undefined) return notObserved(why);
    if (answer.entries.length === 1) return kept;
    return violated(
      `a batch of one request and one notification got ${answer.entries.length} replies`,
    );
  },
};

export const onlyNotifications: Case = {
  id: 'jsonrpc/6/only-notifications',
  group: 'batches',
  requirement: 'A batch of notifications is answered with nothing, not with an empty array either.',
  link: JSONRPC.batch,
  keyword: 'MUST',
  fix: 'Send nothing where no reply is left; over HTTP an empty body with 202 or 204.',
  eras: WITH_BATCHES,
  async run(probe) {
    const text = `[${notification(probe)},${notification(probe)}]`;
    const exchange = await probe.send(text, { expects: 'silence' });
    if (exchange.state !== 'open') return notObserved('the connection did not survive it');
    if (exchange.responses.length === 0) return kept;
    if ((exchange.told[0]?.status ?? 0) >= 400) return notObserved('HTTP refused it');
    if (!(await takesBatches(probe))) return notObserved('batches are refused');
    return violated(
      `a batch of two notifications got ${exchange.responses[0]!.text.slice(0, 200)}`,
      exchange,
    );
  },
};
