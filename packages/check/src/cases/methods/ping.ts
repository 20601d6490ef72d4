import { kept, notObserved, violated, type Case } from '../../case.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { mcpLink } from '../links.js';
import { describe, resultOf } from '../read-reply.js';

export const pingEmpty: Case = {
  id: 'mcp/2024-11-05/ping/empty-result',
  group: 'methods',
  requirement: 'A ping is answered with an empty result.',
  link: mcpLink('ping', '2025-11-25', 'behavior-requirements'),
  keyword: 'MUST',
  fix: 'Answer ping with "result": {}.',
  eras: WITH_HANDSHAKE,
  async run(probe) {
    const exchange = await probe.request('ping');
    if (exchange.reply === undefined) return notObserved('there was no reply');
    const result = resultOf(exchange.reply);
    if (result === undefined) return violated(`ping got ${describe(exchange)}`);
    // Every result may have "_meta".
    const more = Object.keys(result).filter((name) => name !== '_meta');
    return more.length === 0 ? kept : violated(`the result of ping has ${more.join(', ')}`);
  },
};
