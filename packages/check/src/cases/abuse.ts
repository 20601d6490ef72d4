import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange } from '../exchange.js';
import { objectOrEmpty, parseJson } from '../json/json.js';
import type { Loss, Probe } from '../probe.js';
import { ABUSES } from './abuse-messages.js';
import { sampleArguments } from '../schema/arguments.js';
import { harmlessMethod, writeMessage } from '../session/messages.js';
import { KEPT_TEXT } from '../session/link-log.js';
import { unlessUnreachable } from '../wire/peer.js';
import { askHarmless, oncePerRun } from './ask.js';
import { defineCases, type CaseRow } from './define-cases.js';
import { JSONRPC } from './spec.js';
import { describe } from './read-reply.js';

/** Milliseconds in which the server gets to see what was done. */
const A_MOMENT = 30;

/** A message that is never finished. */
const HALF = '{"jsonrpc":"2.0","id":"errata-hang-up","method":"errata/ha';

/** How many ends a report lists. */
const MOST = 3;

/** Messages that are said again to see which one it was. */
const MOST_AGAIN = 30;
const LONGEST = 80;

const NOT_ALONE = '; a fresh server survives it alone, so that something before it is the cause';

/** Characters of a request that is no abuse itself. */
const SHORT = 1000;

export const ABUSE_CASES = defineCases({ group: 'abuse', link: JSONRPC.responseObject }, [
  ...ABUSES.map(
    ({ name, what, fix, texts, raw = false, mayClose = false, ...where }): CaseRow<'link'> => ({
      id: `jsonrpc/5/alive-after-${name}`,
      must: `After ${what} a later request is answered.`,
      fix,
      once: true,
      ...where,
      async run(probe) {
        const made = texts(probe);
        if (typeof made === 'string') return notObserved(made);
        if (!(await isAnswering(probe))) return NEVER_ANSWERS;
        const abused = await probe.sendAll(made, { raw });
        const isOver = abused.state === 'closed' || abused.isStalled === true;
        if (mayClose && isOver) return { ...kept, mayClose };
        const outcome = await judgeLife(probe, abused, what);
        return outcome.kind === 'violated' ? confirm(probe, made, raw, what, outcome) : outcome;
      },
    }),
  ),
  {
    id: 'jsonrpc/5/alive-after-hang-up',
    must: 'A client that hangs up within a message does not disturb the others.',
    fix: 'Handle errors and early ends of each connection where it is read; none may reach the process.',
    transports: ['tcp', 'http'],
    once: true,
    async run(probe) {
      if (!(await isAnswering(probe))) return NEVER_ANSWERS;
      await hangUpWithin(probe);
      await probe.clock.sleep(A_MOMENT);
      const later = await probe.alive();
      if (later.reply !== undefined) return kept;
      return `a client hung up within a message, and then a request of another got ${describe(later)}`;
    },
  },
  // Whatever was said in a run, for which purpose ever, and was the end of the server.
  {
    id: 'jsonrpc/5/no-message-ends-it',
    must: 'No message of the whole run ends the server.',
    fix: 'Catch what the reading and the handling of one message throws, null and arrays included: it must cost an error, not the process.',
    async last(probe) {
      const { losses, exchanges } = probe;
      if (exchanges.length === 0) return notObserved('nothing was said');
      if (losses.length === 0) return kept;
      // Requests for one method that end it in the same way have one cause.
      const causes = new Map(losses.map((loss) => [causeOf(loss), loss]));
      const ends = new Map<string, WireExchange>();
      for (const loss of [...causes.values()].slice(0, MOST)) {
        const culprit =
          probe.transport === 'stdio' ? await culpritAmong(probe, loss.exchange) : loss.exchange;
        if (culprit !== undefined) ends.set(describeLoss({ ...loss, exchange: culprit }), culprit);
      }
      const [first] = losses as [Loss];
      if (ends.size === 0) ends.set(`${describeLoss(first)}${NOT_ALONE}`, first.exchange);
      return violated([...ends.keys()].join('; '), ...ends.values());
    },
  },
]);

/** A server that never answers the harmless request is not silent because of an abuse. */
const NEVER_ANSWERS = notObserved(
  'the server did not answer a harmless request before the abuse either',
);
const isAnswering = oncePerRun(async (probe: Probe) => (await probe.alive()).reply !== undefined);

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

/** A message is blamed only if it does the same, alone, to a fresh server. */
async function confirm(
  probe: Probe,
  texts: readonly (string | Uint8Array)[],
  raw: boolean,
  what: string,
  outcome: CaseOutcome,
): Promise<CaseOutcome> {
  const control = controlOf(probe, texts);
  if (control !== undefined && (await ends(probe, [control], false))) {
    return notObserved(`the tool does the same when it is called with right arguments`);
  }
  if (probe.transport !== 'stdio' || (await ends(probe, texts, raw))) return outcome;
  return notObserved(`${what}, alone, does no harm to a fresh server: something before it did`);
}

/** The same call with right arguments, where the abuse is a call. */
function controlOf(
  { callable, era }: Probe,
  [text]: readonly (string | Uint8Array)[],
): string | undefined {
  if (typeof text !== 'string' || !text.includes('"tools/call"')) return undefined;
  const tool = callable.find(({ name }) => text.includes(`"name":${JSON.stringify(name)}`));
  const args = tool && sampleArguments(tool.inputSchema);
  return args && writeMessage(era, 'tools/call', { name: tool.name, arguments: args }, '"control"');
}

/** Whether a fresh server answers nothing any more after these texts. */
async function ends(
  probe: Probe,
  texts: readonly (string | Uint8Array)[],
  raw: boolean,
): Promise<boolean> {
  const work = async (): Promise<boolean> => {
    const session = await probe.open();
    const { state } = await session.say({ texts, raw });
    return state !== 'open' || (await askHarmless(probe, session)).reply === undefined;
  };
  return unlessUnreachable(work, () => true);
}

/** The message that does it, where a new process dies of it again. */
async function culpritAmong(
  probe: Probe,
  exchange: WireExchange,
): Promise<WireExchange | undefined> {
  const { sent } = exchange;
  // What was kept in part cannot be sent again; the case that sent it has sent it again, whole.
  const isWhole = sent.length <= MOST_AGAIN && sent.every(({ length }) => length < KEPT_TEXT);
  if (!isWhole) return undefined;
  const sayAgain = async (): Promise<WireExchange | undefined> => {
    const session = await probe.open();
    for (const text of sent) {
      const again = await session.say({ texts: [text] });
      if (again.state === 'closed') return again;
    }
    return undefined;
  };
  return unlessUnreachable(sayAgain, () => undefined);
}

function causeOf({ exchange: { sent }, how }: Loss): string {
  const [first = ''] = sent;
  return `${String(objectOrEmpty(parseJson(first))['method'] ?? first)} ${how}`;
}

function describeLoss({ exchange: { sent, httpRequests }, how }: Loss): string {
  const [first = ''] = sent;
  const text = first.length > LONGEST ? `${first.slice(0, LONGEST)}…` : first;
  const request = httpRequests?.[0] === undefined ? '' : `${httpRequests[0].method} `;
  const what = sent.length > 1 ? `${sent.length} messages, the first of them ${text}` : text;
  return `after ${request}${what} ${how}`;
}

/**
 * Whether a later request is answered. A process that ends has ended for all of its client's requests; a server that listens may
 * close the connection on which it was abused, as long as it answers on the next. One that works on one message after the other
 * may not be done yet.
 */
async function judgeLife(probe: Probe, abused: WireExchange, what: string): Promise<CaseOutcome> {
  const { transport } = probe;
  let last = abused;
  if (transport === 'http' || abused.state === 'open') {
    last = await probe.alive();
    if (isAnswered(last)) return kept;
  }
  if (transport === 'stdio' && last.state === 'closed') return violated(`${what} ended the server`);
  if (transport !== 'http' && last.state === 'silent') {
    return judgeSilence(probe, abused, what, `after ${what} the server answered nothing more`);
  }
  return judgeNextConnection(probe, abused, what);
}

function isAnswered({ reply, state, httpAnswers }: WireExchange): boolean {
  return reply !== undefined && state === 'open' && httpAnswers.every(({ status }) => status < 400);
}

function judgeNextConnection(
  probe: Probe,
  abused: WireExchange,
  what: string,
): Promise<CaseOutcome> {
  const work = async (): Promise<CaseOutcome> => {
    const later = await askHarmless(probe, await probe.open());
    if (later.reply !== undefined) return kept;
    const why = `after ${what}, a request on a new connection got ${describe(later)}`;
    return later.state === 'silent' ? judgeSilence(probe, abused, what, why) : violated(why);
  };
  return unlessUnreachable(work, (why) =>
    violated(`after ${what}, the server could not be reached any more: ${why}`),
  );
}

/** Silence is held against a server that had the time for everything that was said to it. */
function judgeSilence(probe: Probe, abused: WireExchange, what: string, why: string): CaseOutcome {
  const needed = timeFor(probe, abused);
  if (needed <= probe.clock.now() - abused.at) return violated(why);
  return notObserved(`at its pace the server may need ${Math.ceil(needed / 1000)} s for ${what}`);
}

/**
 * Milliseconds that a server may need for what was said to it, and for one request more, if it takes as long for each message as it
 * mostly did for the harmless requests that it answered. A single hiccup says nothing of its pace.
 */
function timeFor(probe: Probe, { sent }: Pick<WireExchange, 'sent'>): number {
  const messages = sent.reduce((sum, text) => sum + messagesIn(text), 0);
  return (messages + 1) * usualTime(probe);
}

/** A batch is as much work as its messages. */
function messagesIn(text: string): number {
  const value = parseJson(text);
  return Array.isArray(value) ? value.length : 1;
}

function usualTime({ exchanges, harmless, era }: Probe): number {
  const wanted = harmless?.method ?? harmlessMethod(era);
  const times = exchanges.flatMap(({ sent, reply, at, state }) => {
    const [text = ''] = sent;
    if (sent.length !== 1 || reply === undefined || state !== 'open') return [];
    if (text.length > SHORT || objectOrEmpty(parseJson(text))['method'] !== wanted) return [];
    return [reply.at - at];
  });
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
