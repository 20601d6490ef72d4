import { kept, notObserved, violated, type Case } from '../../case.js';
import { MODERN } from '../eras.js';
import { mcpLink } from '../links.js';
import { describe, errorOf, hasResult } from '../read-reply.js';
import { harmlessText, statusOf, unjudged, WITHOUT_BODY } from './asks.js';
import { unlessEarlier } from './unless-earlier.js';

const UNKNOWN_METHOD = 'errata-check/over-http';
const WHERE = { group: 'http', eras: MODERN, transports: ['http'] } as const;
const EARLIER = mcpLink('http', '2026-07-28', 'earlier-streamable-http-revisions');

export const unknownMethodStatus: Case = {
  ...WHERE,
  id: 'mcp/2026-07-28/streamable-http/unknown-method-404',
  requirement: 'The refusal of an unknown method has the status 404.',
  link: mcpLink('http', '2026-07-28', 'protocol-version-header'),
  keyword: 'MUST',
  fix: 'Send error -32601 with 404 Not Found.',
  async run(probe) {
    const exchange = await probe.request(UNKNOWN_METHOD);
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (hasResult(exchange.reply)) return notObserved('it was not refused');
    if (statusOf(exchange) === 404) return kept;
    return violated(`the method ${UNKNOWN_METHOD} got ${describe(exchange)}`);
  },
};

export const unknownMethodBody: Case = {
  ...WHERE,
  id: 'mcp/2026-07-28/streamable-http/unknown-method-body',
  requirement: 'The 404 to an unknown method is a JSON-RPC error, which tells it from a wrong URL.',
  link: mcpLink('http', '2026-07-28', 'protocol-version-header'),
  keyword: 'MUST',
  fix: 'Send error -32601 as the body of the 404.',
  async run(probe) {
    const exchange = await probe.request(UNKNOWN_METHOD);
    if (statusOf(exchange) !== 404) return notObserved('it was not refused with 404');
    if (errorOf(exchange.reply) !== undefined) return kept;
    const { body } = exchange.told[0]!;
    return violated(
      `the method ${UNKNOWN_METHOD} got 404 with ${JSON.stringify(body.slice(0, 80))}`,
    );
  },
};

export const missingMetaStatus: Case = {
  ...WHERE,
  id: 'mcp/2026-07-28/streamable-http/missing-meta-400',
  requirement: 'The refusal of a request without _meta has the status 400.',
  link: mcpLink('basic', '2026-07-28', 'meta'),
  keyword: 'MUST',
  fix: 'Send error -32602 with 400 Bad Request where a required field of _meta is missing.',
  async run(probe) {
    const body =
      '{"jsonrpc":"2.0","id":"errata-check-meta","method":"server/discover","params":{}}';
    const exchange = await probe.http({ body });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (hasResult(exchange.reply)) return notObserved('it was not refused');
    if (statusOf(exchange) === 400) return kept;
    return violated(`a request without _meta got ${describe(exchange)}`);
  },
};

export const sessionIdIgnored: Case = {
  ...WHERE,
  id: 'mcp/2026-07-28/streamable-http/session-id-ignored',
  requirement: 'A session id is ignored: the request is served, and no session id comes back.',
  link: EARLIER,
  keyword: 'SHOULD',
  fix: 'Do not look at Mcp-Session-Id in this revision, and do not send one.',
  async run(probe) {
    const exchange = await probe.http({
      body: harmlessText(probe),
      headers: { 'mcp-session-id': 'errata-check-no-such-session' },
    });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    const given = exchange.told[0]!.headers['mcp-session-id'];
    if (hasResult(exchange.reply) && given === undefined) return kept;
    const also = given === undefined ? '' : `, and "Mcp-Session-Id: ${given}"`;
    return unlessEarlier(
      probe,
      exchange,
      `a request with Mcp-Session-Id got ${describe(exchange)}${also}`,
    );
  },
};

/** What earlier revisions had a use for. */
export const GONE_METHOD_CASES: readonly Case[] = ['GET', 'DELETE'].map((method) => ({
  ...WHERE,
  id: `mcp/2026-07-28/streamable-http/${method.toLowerCase()}-405`,
  requirement: `${method} is refused with 405.`,
  link: EARLIER,
  keyword: 'SHOULD',
  fix: `Answer ${method} with 405 Method Not Allowed: this revision has no ${method === 'GET' ? 'stream to listen on' : 'sessions to end'}.`,
  async run(probe) {
    const exchange = await probe.http({
      method,
      headers: { ...WITHOUT_BODY, ...(method === 'GET' && { accept: 'text/event-stream' }) },
      enough: () => true,
      patience: 2000,
    });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    const status = statusOf(exchange)!;
    if (status === 405) return kept;
    return unlessEarlier(probe, exchange, `${method} got HTTP ${status}`);
  },
}));
