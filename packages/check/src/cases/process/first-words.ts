import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { membersOf, parseJson } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { isModern, writeMessage } from '../../session/dress.js';
import { initializeParams } from '../../session/shake-hands.js';
import { idTextOf, kindOf } from '../../session/sort-heard.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { harmlessOf } from '../life/judge-life.js';
import { adviceLink, mcpLink } from '../links.js';

const ABOUT = { group: 'process', keyword: 'SHOULD', transports: ['stdio'], once: true } as const;

/** What a server may say before it is asked. */
const MAY_COME: readonly unknown[] = ['ping', 'notifications/message'];
/** Milliseconds beyond the time that a start takes, and at most. */
const AFTER_START = 200;
const LONGEST_START = 2000;

export const speaksWhenAsked: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/speaks-when-asked',
  requirement: 'The server sends nothing but pings and log messages before it was asked anything.',
  link: mcpLink('lifecycle', '2025-11-25', 'initialization'),
  fix: 'Wait for notifications/initialized before requests and notifications are sent.',
  eras: WITH_HANDSHAKE,
  async run(probe) {
    const session = await probe.open({ handshake: false });
    const log = probe.links.at(-1);
    await probe.clock.sleep(Math.min(startOf(probe), LONGEST_START) + AFTER_START);
    if (session.isClosed) return notObserved('it ended before it was asked anything');
    const early = log?.events.find(({ way, text }) => way === 'in' && isUnasked(text));
    if (early === undefined) return kept;
    return violated(`before it was asked anything it said ${early.text.slice(0, 200)}`);
  },
};

export const answersAtOnce: Case = {
  ...ABOUT,
  id: 'errata/process/answers-at-once',
  requirement: 'Two requests that are there when the server starts are both answered.',
  link: adviceLink('start-and-end'),
  fix: 'Read standard input from its first byte, and line by line: a client writes as soon as the process is there.',
  async run(probe) {
    const session = await probe.open({ handshake: false });
    const [first, second] = [`"errata-at-once-1"`, `"errata-at-once-2"`];
    const text = `${greeting(probe, first)}\n${harmless(probe, second)}\n`;
    const exchange = await session.say({ texts: [text], raw: true, expects: 'reply', replies: 2 });
    const missing = [first, second].filter((id) => !isAnswered(exchange, id));
    if (missing.length === 0) return kept;
    if (exchange.state === 'closed') return notObserved('the process did not survive it');
    return violated(`of two requests right after the start, ${missing.join(' and ')} got no reply`);
  },
};

/** How long the server took to answer its first request. */
function startOf({ exchanges }: Probe): number {
  return exchanges[0]?.ms ?? 0;
}

function isUnasked(text: string): boolean {
  const value = parseJson(text);
  if (kindOf({ text, value, at: 0 }) === 'noise') return false;
  return !MAY_COME.includes(membersOf(value)['method']);
}

/** The request with which a conversation begins. */
function greeting(probe: Probe, id: string): string {
  const { era } = probe;
  if (era === 'jsonrpc' || isModern(era)) return harmless(probe, id);
  return writeMessage(era, 'initialize', initializeParams(era), id);
}

function harmless(probe: Probe, id: string): string {
  const { method, params } = harmlessOf(probe);
  return probe.write(method, params, id);
}

function isAnswered({ responses }: Exchange, id: string): boolean {
  return responses.some(({ text }) => idTextOf(text) === id);
}
