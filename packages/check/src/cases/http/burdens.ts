import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { adviceLink } from '../links.js';
import { describe } from '../read-reply.js';
import { harmlessText, statusOf } from './asks.js';

const PATIENCE = 5000;
const OVERSIZE = 8 * 1024 * 1024;
const LONG_HEADER = 100_000;
const STALL = 1000;

/** An answer is good as long as it is no failure of the server's, and so is a closed connection; to be left waiting is not. */
function refusedInTime(what: string, exchange: Exchange): Outcome {
  const status = statusOf(exchange);
  if (status === undefined) {
    return exchange.ms < PATIENCE ? kept : violated(`${what} got no answer within ${PATIENCE} ms`);
  }
  return status < 500 || status === 501 || status === 503
    ? kept
    : violated(`${what} got HTTP ${status}`);
}

export const oversizeBody: Case = {
  id: 'errata/http/oversize-body',
  group: 'http',
  requirement:
    'A body of 8 MB is refused as too large, or read; it does not make the server fail or hang.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Stop reading at a limit, and answer with 413.',
  transports: ['http'],
  once: true,
  async run(probe) {
    const body = 'x'.repeat(OVERSIZE);
    return refusedInTime('a body of 8 MB', await probe.http({ body, patience: PATIENCE }));
  },
};

export const longHeader: Case = {
  id: 'errata/http/long-header',
  group: 'http',
  requirement:
    'A header of 100 kB is refused or ignored; it does not make the server fail or hang.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Let the HTTP server refuse long headers with 431.',
  transports: ['http'],
  once: true,
  async run(probe) {
    const exchange = await probe.http({
      body: harmlessText(probe),
      headers: { 'x-errata-check': 'x'.repeat(LONG_HEADER) },
      patience: PATIENCE,
    });
    return refusedInTime('a header of 100 kB', exchange);
  },
};

export const slowBodyBlocksNobody: Case = {
  id: 'errata/http/slow-body-blocks-nobody',
  group: 'http',
  requirement: 'While one client is slow to send its body, others are answered.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Do not wait for one body with something that all requests need.',
  transports: ['http'],
  once: true,
  async run(probe) {
    const before = await probe.alive();
    if (before.reply === undefined) return notObserved('there was no reply');
    if (before.ms > STALL / 4) return notObserved('the server is too slow to tell');
    const stalling = probe.http({ body: harmlessText(probe), stallMs: STALL });
    await probe.clock.sleep(STALL / 10);
    const meanwhile = await probe.alive();
    const slow = await stalling;
    const isInTime = meanwhile.at + meanwhile.ms < slow.at + STALL;
    if (meanwhile.reply !== undefined && isInTime) return kept;
    return violated(
      `while a body took ${STALL} ms to arrive, another request got ${describe(meanwhile)} after ${Math.round(meanwhile.ms)} ms`,
    );
  },
};

export const clientThatLeaves: Case = {
  id: 'errata/http/client-leaves',
  group: 'http',
  requirement: 'After a client has left without waiting for its answer, others are answered.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Handle errors of a connection where it is written to: an unhandled one ends the process.',
  transports: ['http'],
  once: true,
  async run(probe) {
    await probe.http({ body: harmlessText(probe, '"errata-check-left"'), hangUp: true });
    const next = await probe.alive();
    return next.reply !== undefined || next.told.length > 0
      ? kept
      : violated('after a client had left, the next request got no answer');
  },
};
