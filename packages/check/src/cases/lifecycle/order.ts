import { kept, notObserved, violated, type Case } from '../../case.js';
import { writeMessage } from '../../session/dress.js';
import type { Session } from '../../session/session.js';
import { initializeParams } from '../../session/shake-hands.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { JSONRPC, mcpLink } from '../links.js';
import { describe, hasResult } from '../read-reply.js';
import { beforeHandshake, EARLY_LIST, EARLY_PING } from './before-handshake.js';
import { replyUnder } from './first-words.js';

const ABOUT = { group: 'lifecycle', keyword: 'SHOULD', eras: WITH_HANDSHAKE } as const;
/** Over HTTP every request is on its own, and a session may be wanted for each. */
const LINES = ['stdio', 'tcp'] as const;
const INITIALIZATION = mcpLink('lifecycle', '2025-11-25', 'initialization');

export const pingBeforeInitialize: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/ping-before-initialize',
  requirement: 'A ping is answered with a result before the handshake, too.',
  link: INITIALIZATION,
  fix: 'Let ping through before initialize: it is the one request that clients may send then.',
  transports: LINES,
  async run(probe) {
    const { early: exchange } = await beforeHandshake(probe);
    const reply = replyUnder(exchange, EARLY_PING);
    if (reply === undefined) return notObserved('there was no reply');
    if (hasResult(reply)) return kept;
    return violated(`a ping before initialize got ${reply.text.slice(0, 200)}`, exchange);
  },
};

export const requestBeforeInitialize: Case = {
  ...ABOUT,
  id: 'jsonrpc/5/request-before-initialize',
  requirement: 'A request before the handshake is answered, be it with an error.',
  link: JSONRPC.responseObject,
  fix: 'Refuse requests before initialize with an error: a client that hears nothing waits for ever.',
  async run(probe) {
    const { early: exchange } = await beforeHandshake(probe);
    if (exchange.state === 'closed') return notObserved('the connection did not survive it');
    if (replyUnder(exchange, EARLY_LIST) !== undefined) return kept;
    // Over HTTP a status says enough, and an error may come without the id.
    if (exchange.told.some(({ status }) => status >= 400)) return kept;
    return violated('tools/list before initialize got no reply', exchange);
  },
};

export const secondInitialize: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/second-initialize',
  requirement: 'A second initialize does not end the conversation.',
  link: INITIALIZATION,
  fix: 'Refuse a second initialize with an error, and go on as before.',
  transports: LINES,
  async run(probe) {
    const session = await probe.open();
    await session.say({ texts: [session.write('initialize', initializeParams(probe.era))] });
    return judgeLife(session, 'a second initialize');
  },
};

export const initializedTwice: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialized-twice',
  requirement: 'A second notifications/initialized does no harm.',
  link: INITIALIZATION,
  fix: 'Ignore notifications/initialized where the conversation has begun already.',
  transports: LINES,
  async run(probe) {
    const session = await probe.open();
    const text = writeMessage(probe.era, 'notifications/initialized', undefined, undefined);
    await session.say({ texts: [text], expects: 'silence' });
    return judgeLife(session, 'a second notifications/initialized');
  },
};

async function judgeLife(session: Session, what: string) {
  const exchange = await session.request('ping');
  if (hasResult(exchange.reply)) return kept;
  return violated(`after ${what}, a ping got ${describe(exchange)}`);
}
