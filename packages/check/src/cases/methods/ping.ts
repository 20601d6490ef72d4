import { kept, notObserved, violated, type Case } from '../../case.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { mcpLink } from '../links.js';
import { describe, hasResult, resultOf } from '../read-reply.js';

const ABOUT = {
  group: 'methods',
  link: mcpLink('ping', '2025-11-25', 'behavior-requirements'),
  fix: 'Answer ping with "result": {}.',
  eras: WITH_HANDSHAKE,
} as const;

export const pingServed: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/ping/served',
  requirement: 'A ping is answered with a result.',
  keyword: 'MUST',
  async run(probe) {
    const exchange = await probe.request('ping', undefined, { id: '"errata-ping"' });
    if (exchange.reply === undefined) return notObserved('there was no reply');
    return hasResult(exchange.reply) ? kept : violated(`ping got ${describe(exchange)}`);
  },
};

/** No MUST: the schema lets every result have more members than it names. */
export const pingEmpty: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/ping/empty-result',
  requirement: 'A ping is answered with an empty result.',
  keyword: 'SHOULD',
  async run(probe) {
    const result = resultOf((await probe.request('ping')).reply);
    if (result === undefined) return notObserved('there was no result that is an object');
    const more = Object.keys(result).filter((name) => name !== '_meta');
    return more.length === 0 ? kept : violated(`the result of ping has ${more.join(', ')}`);
  },
};
