import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Told } from '../../exchange.js';
import { since } from '../eras.js';
import { adviceLink, mcpLink } from '../links.js';
import { describe, errorOf } from '../read-reply.js';
import { harmlessText, mediaTypeOf, statusOf, unjudged } from './asks.js';
import { STREAMABLE } from './eras.js';

/** A body that is no JSON, and that no other case sends. */
const NO_JSON = 'no JSON over HTTP';

export const noJsonStatus: Case = {
  id: 'errata/http/parse-error-4xx',
  group: 'http',
  requirement: 'A body that is no JSON is refused with a status of 4xx.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Answer with 400 and error -32700: monitors and proxies look at the status alone.',
  eras: STREAMABLE,
  transports: ['http'],
  async run(probe) {
    const exchange = await probe.http({ body: NO_JSON });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    const status = statusOf(exchange)!;
    return status >= 400 && status < 500
      ? kept
      : violated(`"${NO_JSON}" got ${describe(exchange)}`);
  },
};

export const noJsonBody: Case = {
  id: 'errata/http/parse-error-body',
  group: 'http',
  requirement: 'The answer to a body that is no JSON is a JSON-RPC error.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Send error -32700 as the body: a framework that parses bodies by itself needs an error handler of yours.',
  transports: ['http'],
  async run(probe) {
    const exchange = await probe.http({ body: NO_JSON });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    const told = exchange.told[0]!;
    if (isPage(told)) return notObserved('it is an HTML page');
    if (errorOf(exchange.reply) !== undefined) return kept;
    return violated(
      `"${NO_JSON}" got HTTP ${told.status} with ${JSON.stringify(told.body.slice(0, 80))}`,
    );
  },
};

export const errorsAreNoPages: Case = {
  id: 'errata/http/no-html',
  group: 'http',
  requirement: 'No failure of a POST is told as an HTML page.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Give the framework an error handler that writes a JSON-RPC error: its pages often show stack traces, too.',
  transports: ['http'],
  when: 'last',
  async run(probe) {
    await probe.http({ body: NO_JSON });
    const posts = probe.exchanges.filter(({ asked }) =>
      asked?.every(({ method }) => method === 'POST'),
    );
    const failed = posts.filter(({ told }) => told.some(isFailure));
    const page = failed.find(({ told }) => told.some((each) => isFailure(each) && isPage(each)));
    if (page !== undefined) {
      return violated(`a request got HTTP ${statusOf(page)} with an HTML page`, page);
    }
    return failed.length > 0 ? kept : notObserved('no request was refused');
  },
};

export const emptyPost: Case = {
  id: 'errata/http/empty-post',
  group: 'http',
  requirement: 'A POST without a body is refused, and does not make the server fail.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Answer an empty body with 400 and error -32700.',
  transports: ['http'],
  once: true,
  async run(probe) {
    const exchange = await probe.http({ body: '' });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    const status = statusOf(exchange)!;
    const isTold = status < 400 && errorOf(exchange.reply) !== undefined;
    return isTold || (status >= 400 && status < 500)
      ? kept
      : violated(`an empty body got ${describe(exchange)}`);
  },
};

export const unauthorizedIsChallenged: Case = {
  id: 'mcp/2025-06-18/authorization/401-challenge',
  group: 'http',
  requirement: 'An answer 401 says in WWW-Authenticate how to get authorized.',
  link: mcpLink('authorization', '2025-06-18', 'authorization-server-location'),
  keyword: 'SHOULD',
  fix: 'Add a WWW-Authenticate header to every 401, with resource_metadata where OAuth is used.',
  eras: since('2025-06-18'),
  transports: ['http'],
  async run(probe) {
    await probe.http({
      body: harmlessText(probe),
      headers: { authorization: 'Bearer errata-check-no-such-token' },
    });
    const refused = probe.exchanges.filter(({ told }) => told.some(isUnauthorized));
    const mute = refused.find(({ told }) =>
      told.some((each) => isUnauthorized(each) && each.headers['www-authenticate'] === undefined),
    );
    if (mute !== undefined) return violated('a 401 has no WWW-Authenticate', mute);
    return refused.length > 0 ? kept : notObserved('nothing was answered with 401');
  },
};

function isUnauthorized({ status }: Told): boolean {
  return status === 401;
}

/** Too large a body or header is often refused by a proxy, in its own way. */
function isFailure({ status }: Told): boolean {
  return status >= 400 && ![413, 414, 431, 502, 503, 504].includes(status);
}

function isPage(told: Told): boolean {
  return mediaTypeOf(told) === 'text/html' || /^\s*<(?:!doctype html|html)\b/i.test(told.body);
}
