import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { since } from '../eras.js';
import { mcpLink } from '../links.js';
import { describe, hasResult } from '../read-reply.js';
import { harmlessText, statusOf, unjudged } from './asks.js';
import { STREAMABLE } from './eras.js';

/** No page can ever have come from there: the top-level domain is reserved (RFC 2606). */
const FOREIGN = 'http://errata-check.invalid';

function askFromForeignPage(probe: Probe): Promise<Exchange> {
  return probe.http({ body: harmlessText(probe), headers: { origin: FOREIGN } });
}

export const originValidated: Case = {
  id: 'mcp/2025-03-26/transports/origin-validated',
  group: 'http',
  requirement: 'A request that a page of a foreign origin makes is not served.',
  link: mcpLink('transports', '2025-03-26', 'security-warning'),
  keyword: 'MUST',
  fix: 'Compare the Origin header, where there is one, with a list of allowed origins: any page could call the server otherwise.',
  eras: STREAMABLE,
  transports: ['http'],
  async run(probe) {
    const exchange = await askFromForeignPage(probe);
    if (statusOf(exchange) === undefined) return notObserved('there was no answer');
    if (!hasResult(exchange.reply)) return kept;
    return violated(`a request with "Origin: ${FOREIGN}" got ${describe(exchange)}`);
  },
};

export const originForbidden: Case = {
  id: 'mcp/2025-11-25/transports/origin-403',
  group: 'http',
  requirement: 'A request of a foreign origin is refused with 403.',
  link: mcpLink('transports', '2025-11-25', 'security-warning'),
  keyword: 'MUST',
  fix: 'Answer with 403 Forbidden where the Origin header is not allowed.',
  eras: since('2025-11-25'),
  transports: ['http'],
  async run(probe) {
    const exchange = await askFromForeignPage(probe);
    if (statusOf(exchange) === 403) return kept;
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (hasResult(exchange.reply)) return notObserved('it was not refused');
    return violated(`a request with "Origin: ${FOREIGN}" got ${describe(exchange)}`);
  },
};
