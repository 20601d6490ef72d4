import { kept, notObserved, violated } from '../case.js';
import type { WireExchange } from '../exchange.js';
import { objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { isModern, writeMessage, idTextOf, kindOf } from '../session/messages.js';
import type { CheckSession } from '../session/session.js';
import { initializeParams } from '../session/open-session.js';
import { Unreachable } from '../wire/peer.js';
import { harmlessOf, harmlessText, oncePerRun } from './ask.js';
import { defineCases, type CaseRow, type Seen } from './define-cases.js';
import { WITH_HANDSHAKE, adviceLink, mcpLink } from './spec.js';
import { describe } from './read-reply.js';

/** Milliseconds in which a server should be gone that was asked to; clients of the SDKs wait as long. */
const TIME_TO_END = 2000;

/** What a server may say before it is asked. */
const MAY_COME: readonly unknown[] = ['ping', 'notifications/message'];

/** Milliseconds beyond the time that a start takes, and at most. */
const AFTER_START = 200;
const LONGEST_START = 2000;

/** Ways to end, after which a server has to start again. */
const ENDS = [
  { of: 'eof', name: 'end-of-input', what: 'the end of input' },
  { of: 'sigterm', name: 'sigterm', what: 'SIGTERM' },
  { of: 'sigkill', name: 'sigkill', what: 'SIGKILL' },
] as const satisfies readonly { of: keyof Endings; name: string; what: string }[];

const SHUTDOWN = mcpLink('lifecycle', '2025-11-25', 'shutdown');
const NO_PROCESS = notObserved('no second process could be started');
const IN_TIME = `within ${TIME_TO_END / 1000} s`;

/** How a process took its end, and whether the next one answered. */
interface Ending {
  /** Its exit code, or the signal that ended it; undefined if it did not end in time. */
  readonly how: number | string | undefined;
  /** The last request before the end of input. */
  readonly last?: WireExchange;
  readonly next: Start;
}

/** A process that was started, and what it answered; or why it was not. */
type Start =
  | { readonly session: CheckSession; readonly answer: WireExchange }
  | { readonly session?: undefined; readonly why: string };

interface Endings {
  /** A process beside the one of the run. */
  readonly beside: Start;
  /** The same of the process of the run, while the other one was there. */
  readonly run: WireExchange;
  readonly eof: Ending | undefined;
  readonly sigterm: Ending | undefined;
  readonly sigkill: Ending | undefined;
}

const endingsOf = oncePerRun(endAll);

const AT_ONCE = ['"errata-at-once-1"', '"errata-at-once-2"'] as const;

const COMMON = {
  group: 'process',
  link: adviceLink('start-and-end'),
  transports: ['stdio'],
  once: true,
} as const;

export const PROCESS_CASES = defineCases(COMMON, [
  {
    id: 'mcp/2024-11-05/lifecycle/speaks-when-asked',
    should: 'The server sends nothing but pings and log messages before it was asked anything.',
    link: mcpLink('lifecycle', '2025-11-25', 'initialization'),
    fix: 'Wait for notifications/initialized before requests and notifications are sent.',
    eras: WITH_HANDSHAKE,
    async run(probe) {
      // The next case needs a process that starts, too: both can start at once.
      const [session] = await Promise.all([
        listen(probe),
        askAtOnce(probe).catch(() => undefined), // the next case says so
      ]);
      if (session.isClosed) return notObserved('it ended before it was asked anything');
      const early = session.log.events.find(({ way, text }) => way === 'in' && isUnasked(text));
      if (early === undefined) return kept;
      return `before it was asked anything it said ${early.text.slice(0, 200)}`;
    },
  },
  {
    id: 'errata/process/answers-at-once',
    must: 'Two requests that are there when the server starts are both answered.',
    fix: 'Read standard input from its first byte, and line by line: a client writes as soon as the process is there.',
    async run(probe) {
      const exchange = await askAtOnce(probe);
      const missing = AT_ONCE.filter((id) => !isAnswered(exchange, id));
      if (missing.length === 0) return kept;
      if (exchange.state === 'closed') return notObserved('the process did not survive it');
      return violated(
        `of two requests right after the start, ${missing.join(' and ')} got no reply`,
        exchange,
      );
    },
  },
  {
    id: 'errata/process/side-by-side',
    should: 'Two processes of the server work side by side.',
    fix: 'Hosts start one process each: share no port, lock or file that only one can have.',
    async run(probe) {
      const { beside, run } = await endingsOf(probe);
      if (beside.session === undefined) {
        return `a second process did not answer: ${beside.why}`;
      }
      if (run.reply !== undefined) return kept;
      return violated(
        `while a second process ran, a request to the first got ${describe(run)}`,
        run,
      );
    },
  },
  {
    id: 'mcp/2024-11-05/lifecycle/ends-at-end-of-input',
    should: `The server ends ${IN_TIME} when its input ends.`,
    link: SHUTDOWN,
    fix: 'End the process when standard input ends: close what keeps it running, such as timers, sockets and children.',
    async run(probe) {
      const { eof } = await endingsOf(probe);
      if (eof === undefined) return NO_PROCESS;
      if (eof.how !== undefined) return kept;
      return `its input ended, and ${TIME_TO_END / 1000} s later the server was still there`;
    },
  },
  {
    id: 'errata/process/exit-code',
    should: 'A server whose input ends exits with code 0.',
    fix: 'The end of input is how every session ends, and no failure: exit with 0, so that hosts do not report a crash.',
    async run(probe) {
      const { eof } = await endingsOf(probe);
      if (eof?.how === undefined) return notObserved('it did not end');
      if (eof.how === 0) return kept;
      return `its input ended, and the server ended with ${eof.how}`;
    },
  },
  {
    id: 'errata/process/last-request',
    should: 'A request that came before the end of input is answered before the server ends.',
    fix: 'Finish the calls in progress and flush standard output before the process ends.',
    async run(probe) {
      const last = (await endingsOf(probe)).eof?.last;
      if (last === undefined) return NO_PROCESS;
      if (last.reply !== undefined) return kept;
      return violated(`a request right before the end of input got ${describe(last)}`, last);
    },
  },
  {
    id: 'mcp/2024-11-05/lifecycle/ends-on-sigterm',
    should: `The server ends ${IN_TIME} after SIGTERM.`,
    link: SHUTDOWN,
    fix: 'Let SIGTERM end the process; a handler of it has to exit when it is done.',
    async run(probe) {
      const { sigterm } = await endingsOf(probe);
      if (sigterm === undefined) return NO_PROCESS;
      if (sigterm.how !== undefined) return kept;
      return `${TIME_TO_END / 1000} s after SIGTERM the server was still there`;
    },
  },
  ...ENDS.map(({ of, name, what }): CaseRow<'link'> => ({
    id: `errata/process/starts-after-${name}`,
    should: `After ${what} the server can be started again, and answers.`,
    fix: 'Leave nothing behind that keeps the next process from starting: lock files, ports, half-written state.',
    async run(probe) {
      const ending = (await endingsOf(probe))[of];
      if (ending === undefined) return NO_PROCESS;
      if (ending.how === undefined) return notObserved('it did not end');
      if (ending.next.session !== undefined) return kept;
      return `after ${what} the next process did not answer: ${ending.next.why}`;
    },
  })),
  {
    id: 'errata/process/second-connection',
    should: 'A second connection is served while the first is open.',
    fix: 'Accept connections while others are served, each with a state of its own.',
    transports: ['tcp'],
    run: (probe) => askAnew(probe, '"errata-second"', 'a second connection'),
  },
  {
    id: 'errata/process/reconnects',
    should: 'A client that has left can connect again.',
    fix: 'Close what belongs to a connection when it ends, and go on listening.',
    transports: ['tcp'],
    async run(probe) {
      const session = await probe.open();
      session.end();
      await session.close();
      return askAnew(probe, '"errata-again"', 'a connection after another had ended');
    },
  },
]);

/** A process that is not asked anything for as long as the first one took to answer its first request, and a little longer. */
async function listen(probe: Probe): Promise<CheckSession> {
  const session = await probe.open({ handshake: false });
  const start = probe.exchanges[0]?.ms ?? 0;
  await probe.clock.sleep(Math.min(start, LONGEST_START) + AFTER_START);
  return session;
}

/** Two requests to a process that has only just been started. */
const askAtOnce = oncePerRun(async (probe: Probe): Promise<WireExchange> => {
  const session = await probe.open({ handshake: false });
  const [first, second] = AT_ONCE;
  const text = `${greeting(probe, first)}\n${harmlessText(probe, second)}\n`;
  return session.say({ texts: [text], raw: true, expects: 'reply', replies: 2 });
});

function isUnasked(text: string): boolean {
  const value = parseJson(text);
  if (kindOf({ text, value, at: 0 }) === 'noise') return false;
  return !MAY_COME.includes(objectOrEmpty(value)['method']);
}

/** The request with which a conversation begins. */
function greeting(probe: Probe, id: string): string {
  const { era } = probe;
  if (era === 'jsonrpc' || isModern(era)) return harmlessText(probe, id);
  return writeMessage(era, 'initialize', initializeParams(era), id);
}

function isAnswered({ responses }: WireExchange, id: string): boolean {
  return responses.some(({ text }) => idTextOf(text) === id);
}

async function askAnew(probe: Probe, id: string, what: string): Promise<Seen> {
  try {
    const session = await probe.open();
    const { method, params } = harmlessOf(probe);
    const exchange = await session.request(method, params, id);
    if (exchange.reply !== undefined) return kept;
    return `a request on ${what} got ${describe(exchange)}`;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return `${what} was refused: ${error.message}`;
  }
}

/** Ends processes in every way, one after the other; several cases look at the same ends. */
async function endAll(probe: Probe): Promise<Endings> {
  const beside = await start(probe, '"errata-beside"');
  const run = await probe.alive();
  const eof = await end(probe, beside, endInput);
  const sigterm = await end(probe, eof?.next, (session) => session.process?.kill('SIGTERM'));
  const sigkill = await end(probe, sigterm?.next, (session) => session.process?.kill('SIGKILL'));
  return { beside, run, eof, sigterm, sigkill };
}

async function start(probe: Probe, id?: string): Promise<Start> {
  try {
    const session = await probe.open();
    const { method, params } = harmlessOf(probe);
    const answer = await session.request(method, params, id);
    return answer.reply === undefined ? { why: 'it answered nothing' } : { session, answer };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { why: error.message };
  }
}

/** Ends a process that answers; one that does not is replaced by another, if there is any. */
async function end(
  probe: Probe,
  started: Start | undefined,
  work: (session: CheckSession, probe: Probe) => Promise<WireExchange> | void,
): Promise<Ending | undefined> {
  const { session } = started?.session === undefined ? await start(probe) : started;
  if (session === undefined) return undefined;
  const last = await work(session, probe);
  const how = await endOf(session, probe);
  return { how, ...(last && { last }), next: await start(probe) };
}

/** A request, and nothing more after it. */
function endInput(session: CheckSession, probe: Probe): Promise<WireExchange> {
  const { method, params } = harmlessOf(probe);
  const asked = session.request(method, params, '"errata-last-words"');
  session.end();
  return asked;
}

async function endOf(
  session: CheckSession,
  { clock }: Probe,
): Promise<number | string | undefined> {
  const over = new AbortController();
  const late = clock.sleep(TIME_TO_END, over.signal).then(() => undefined);
  const how = await Promise.race([session.process?.exited, late]);
  over.abort();
  return how;
}
