import { kept, notObserved, violated, type Case } from '../../case.js';
import { adviceLink } from '../links.js';
import { describe, resultOf } from '../read-reply.js';
import { harmlessText, isUnderstood, statusOf, unjudged } from './asks.js';

const NOT_EVEN_THEN = notObserved('a request in the usual form is not understood either');

export const textIsNotExecuted: Case = {
  id: 'errata/http/text-plain-refused',
  group: 'http',
  requirement: 'A body that says it is text/plain is not executed.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Refuse what is not application/json with 415: browsers let any page POST text/plain without asking.',
  transports: ['http'],
  once: true,
  async run(probe) {
    if (probe.harmless === undefined) return notObserved('no request is known to be executed');
    const exchange = await probe.http({
      body: harmlessText(probe),
      headers: { 'content-type': 'text/plain' },
    });
    if (statusOf(exchange) === undefined) return notObserved('there was no answer');
    if (resultOf(exchange.reply) === undefined) return kept;
    return violated(`a request with "Content-Type: text/plain" got ${describe(exchange)}`);
  },
};

export const charsetUnderstood: Case = {
  id: 'errata/http/charset-understood',
  group: 'http',
  requirement: 'A body that says "application/json; charset=utf-8" is understood.',
  link: 'https://www.rfc-editor.org/rfc/rfc8259#section-11',
  keyword: 'SHOULD',
  fix: 'Compare the media type without its parameters.',
  transports: ['http'],
  once: true,
  async run(probe) {
    if (!isUnderstood(await probe.alive())) return NOT_EVEN_THEN;
    const exchange = await probe.http({
      body: harmlessText(probe),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (isUnderstood(exchange)) return kept;
    return violated(`a request with a charset got ${describe(exchange)}`);
  },
};

export const chunksUnderstood: Case = {
  id: 'errata/http/chunks-understood',
  group: 'http',
  requirement: 'A body that comes in chunks, without a length, is understood.',
  link: 'https://www.rfc-editor.org/rfc/rfc9112#section-7.1',
  keyword: 'SHOULD',
  fix: 'Read the body to its end instead of going by Content-Length.',
  transports: ['http'],
  once: true,
  async run(probe) {
    if (!isUnderstood(await probe.alive())) return NOT_EVEN_THEN;
    const exchange = await probe.http({
      body: harmlessText(probe),
      headers: { 'transfer-encoding': 'chunked' },
    });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    // RFC 9110 lets a server ask for a length.
    if (isUnderstood(exchange) || statusOf(exchange) === 411) return kept;
    return violated(`a request in chunks got ${describe(exchange)}`);
  },
};
