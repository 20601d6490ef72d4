import { kept, notObserved, violated, type Case } from '../../case.js';
import { adviceLink } from '../links.js';
import { describe, hasResult } from '../read-reply.js';
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
    if (!hasResult(exchange.reply)) return kept;
    return violated(`a request with "Content-Type: text/plain" got ${describe(exchange)}`);
  },
};

interface Form extends Pick<Case, 'id' | 'requirement' | 'link' | 'fix'> {
  readonly headers: Readonly<Record<string, string>>;
  /** What it is called in a sentence. */
  readonly what: string;
  /** A status with which it may be refused all the same. */
  readonly refusedWith?: number;
}

/** A form of the same request that has to be understood like the usual one. */
const understoodForm = ({ headers, what, refusedWith, ...row }: Form): Case => ({
  ...row,
  group: 'http',
  keyword: 'SHOULD',
  transports: ['http'],
  once: true,
  async run(probe) {
    if (!isUnderstood(await probe.alive())) return NOT_EVEN_THEN;
    const exchange = await probe.http({ body: harmlessText(probe), headers });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (isUnderstood(exchange) || statusOf(exchange) === refusedWith) return kept;
    return violated(`a request ${what} got ${describe(exchange)}`);
  },
});

export const charsetUnderstood = understoodForm({
  id: 'errata/http/charset-understood',
  requirement: 'A body that says "application/json; charset=utf-8" is understood.',
  link: 'https://www.rfc-editor.org/rfc/rfc8259#section-11',
  fix: 'Compare the media type without its parameters.',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  what: 'with a charset',
});

export const chunksUnderstood = understoodForm({
  id: 'errata/http/chunks-understood',
  requirement: 'A body that comes in chunks, without a length, is understood.',
  link: 'https://www.rfc-editor.org/rfc/rfc9112#section-7.1',
  fix: 'Read the body to its end instead of going by Content-Length.',
  headers: { 'transfer-encoding': 'chunked' },
  what: 'in chunks',
  // RFC 9110 lets a server ask for a length.
  refusedWith: 411,
});
