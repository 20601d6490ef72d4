import { notObserved } from '../case.js';
import type { WireExchange } from '../exchange.js';
import type { Probe } from '../probe.js';
import { harmlessText, untilInTime } from './ask.js';
import { defineCases, never, NO_REPLY, type CaseRow, type Seen } from './define-cases.js';
import { askWithHeader, isUnderstood, statusOf, unjudged } from './http-answers.js';
import { adviceLink } from './spec.js';
import { describe } from './read-reply.js';

/** Milliseconds for an answer to something large. */
const PATIENCE = 5000;
const OVERSIZE = 8 * 1024 * 1024;
const LONG_HEADER = 100_000;

/** Milliseconds that a slow body takes. */
const STALL = 1000;
const TOO_BUSY = notObserved('this machine is too busy to tell');

const COMMON = { group: 'http', link: adviceLink('http'), transports: ['http'] } as const;

/** How bodies may come, and what one connection does to others. */
export const HTTP_CONNECTIONS_CASES = defineCases(COMMON, [
  {
    id: 'errata/http/charset-understood',
    should: 'A body that says "application/json; charset=utf-8" is understood.',
    link: 'https://www.rfc-editor.org/rfc/rfc8259#section-11',
    fix: 'Compare the media type without its parameters.',
    once: true,
    run: (probe) =>
      understoodWith(probe, 'with a charset', 'content-type', 'application/json; charset=utf-8'),
  },
  {
    id: 'errata/http/chunks-understood',
    must: 'A body that comes in chunks, without a length, is understood.',
    link: 'https://www.rfc-editor.org/rfc/rfc9112#section-7.1',
    fix: 'Read the body to its end instead of going by Content-Length.',
    once: true,
    run: (probe) => understoodWith(probe, 'in chunks', 'transfer-encoding', 'chunked'),
  },
  ...[
    {
      name: 'oversize-body',
      what: 'a body of 8 MB',
      must: 'is refused as too large, or read',
      fix: 'Stop reading at a limit, and answer with 413.',
      ask: () => ({ body: 'x'.repeat(OVERSIZE) }),
    },
    {
      name: 'long-header',
      what: 'a header of 100 kB',
      must: 'is refused or ignored',
      fix: 'Let the HTTP server refuse long headers with 431.',
      ask: (probe: Probe) => ({
        body: harmlessText(probe),
        headers: { 'x-errata-check': 'x'.repeat(LONG_HEADER) },
      }),
    },
  ].map(({ name, what, must, fix, ask }): CaseRow<'link'> => ({
    id: `errata/http/${name}`,
    should: `${what.replace('a', 'A')} ${must}; it does not make the server fail or hang.`,
    fix,
    once: true,
    ask: (probe) =>
      untilInTime(() => probe.http({ ...ask(probe), patience: PATIENCE }), isLeftWaiting),
    unless: never,
    want(exchange) {
      const [answer] = exchange.httpAnswers;
      // A closed connection is an answer, too; to be left waiting is none.
      if (answer === undefined) {
        if (exchange.ms > PATIENCE * 1.5) return TOO_BUSY;
        return !isLeftWaiting(exchange) || `${what} got no answer within ${PATIENCE} ms`;
      }
      const { status } = answer;
      return status < 500 || status === 501 || status === 503 || `${what} got HTTP ${status}`;
    },
  })),
  {
    id: 'errata/http/slow-body-blocks-nobody',
    should: 'While one client is slow to send its body, others are answered.',
    fix: 'Do not wait for one body with something that all requests need.',
    once: true,
    async run(probe) {
      const before = await probe.alive();
      if (before.reply === undefined) return NO_REPLY;
      if (before.ms > STALL / 4) return notObserved('the server is too slow to tell');
      const race = await untilInTime(() => raceSlowBody(probe), isLate);
      if (!isLate(race)) return true;
      const { reply, ms } = race.meanwhile;
      if (reply !== undefined && !race.hasOverlapped) return TOO_BUSY;
      return `while a body took ${STALL} ms to arrive, another request got ${describe(race.meanwhile)} after ${Math.round(ms)} ms`;
    },
  },
  {
    id: 'errata/http/client-leaves',
    should: 'After a client has left without waiting for its answer, others are answered.',
    fix: 'Handle errors of a connection where it is written to: an unhandled one ends the process.',
    once: true,
    async run(probe) {
      await probe.http({ body: harmlessText(probe, '"errata-check-left"'), hangUp: true });
      const next = await probe.alive();
      const isAnswered = next.reply !== undefined || next.httpAnswers.length > 0;
      return isAnswered || 'after a client had left, the next request got no answer';
    },
  },
]);

/** Whether a harmless request is understood in another form, as it is in the usual one. */
async function understoodWith(
  probe: Probe,
  what: string,
  header: string,
  value: string,
): Promise<Seen> {
  if (!isUnderstood(await probe.alive())) {
    return notObserved('a request in the usual form is not understood either');
  }
  const exchange = await askWithHeader(probe, header, value);
  const skipped = unjudged(exchange);
  if (skipped !== undefined) return skipped;
  // RFC 9110 lets a server ask for a length.
  const isLengthWanted = value === 'chunked' && statusOf(exchange) === 411;
  return isUnderstood(exchange) || isLengthWanted || `a request ${what} got ${describe(exchange)}`;
}

/** A request that was made while the body of another was on its way. */
interface SlowBodyRace {
  readonly meanwhile: WireExchange;
  /** Whether it was made early enough for its delay to say something. */
  readonly hasOverlapped: boolean;
  readonly isInTime: boolean;
}

async function raceSlowBody(probe: Probe): Promise<SlowBodyRace> {
  const stalling = probe.http({ body: harmlessText(probe), stallMs: STALL });
  await probe.clock.sleep(STALL / 10);
  const meanwhile = await probe.alive();
  const slow = await stalling;
  return {
    meanwhile,
    hasOverlapped: meanwhile.at < slow.at + STALL / 2,
    isInTime: meanwhile.at + meanwhile.ms < slow.at + STALL,
  };
}

function isLate({ meanwhile, isInTime }: SlowBodyRace): boolean {
  return meanwhile.reply === undefined || !isInTime;
}

function isLeftWaiting({ httpAnswers, ms }: WireExchange): boolean {
  return httpAnswers.length === 0 && ms >= PATIENCE;
}
