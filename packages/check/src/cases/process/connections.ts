import { kept, violated, type Case, type Outcome } from '../../case.js';
import type { Probe } from '../../probe.js';
import { Unreachable } from '../../wire/unreachable.js';
import { harmlessOf } from '../life/judge-life.js';
import { adviceLink } from '../links.js';
import { describe } from '../read-reply.js';

const ABOUT = {
  group: 'process',
  keyword: 'SHOULD',
  link: adviceLink('start-and-end'),
  transports: ['tcp'],
  once: true,
} as const;

export const secondConnection: Case = {
  ...ABOUT,
  id: 'errata/process/second-connection',
  requirement: 'A second connection is served while the first is open.',
  fix: 'Accept connections while others are served, each with a state of its own.',
  run: (probe) => askAnew(probe, '"errata-second"', 'a second connection'),
};

export const reconnects: Case = {
  ...ABOUT,
  id: 'errata/process/reconnects',
  requirement: 'A client that has left can connect again.',
  fix: 'Close what belongs to a connection when it ends, and go on listening.',
  async run(probe) {
    const session = await probe.open();
    session.end();
    await session.close();
    return askAnew(probe, '"errata-again"', 'a connection after another had ended');
  },
};

async function askAnew(probe: Probe, id: string, what: string): Promise<Outcome> {
  try {
    const session = await probe.open();
    const { method, params } = harmlessOf(probe);
    const exchange = await session.request(method, params, id);
    if (exchange.reply !== undefined) return kept;
    return violated(`a request on ${what} got ${describe(exchange)}`);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return violated(`${what} was refused: ${error.message}`);
  }
}
