import { kept, violated, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { describe } from '../read-reply.js';
import { JSONRPC } from '../links.js';

/** Milliseconds in which the server gets to see what was done. */
const A_MOMENT = 30;
/** A message that is never finished. */
const HALF = '{"jsonrpc":"2.0","id":"errata-hang-up","method":"errata/ha';

export const hangUp: Case = {
  id: 'jsonrpc/5/alive-after-hang-up',
  group: 'life',
  requirement: 'A client that hangs up within a message does not disturb the others.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Handle errors and early ends of each connection where it is read; none may reach the process.',
  transports: ['tcp', 'http'],
  once: true,
  async run(probe) {
    await hangUpWithin(probe);
    await probe.clock.sleep(A_MOMENT);
    const later = await probe.alive();
    if (later.reply !== undefined) return kept;
    return violated(
      `a client hung up within a message, and then a request of another got ${describe(later)}`,
    );
  },
};

async function hangUpWithin(probe: Probe): Promise<void> {
  if (probe.transport === 'http') {
    const headers = { 'content-length': String(HALF.length + 100) };
    await probe.http({ headers, body: HALF, hangUp: true });
    return;
  }
  const session = await probe.open();
  await session.say({ texts: [HALF], raw: true, expects: 'reply', replies: 0 });
  await probe.clock.sleep(A_MOMENT);
  await session.close();
}
