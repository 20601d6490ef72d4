import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange, Told } from '../../exchange.js';
import { idTextOf } from '../../session/sort-heard.js';
import { PLAIN } from '../eras.js';
import { adviceLink, mcpLink } from '../links.js';
import { harmlessText, isRequest, mediaTypeOf, unjudged } from './asks.js';
import { STREAMABLE } from './eras.js';

const LINK = mcpLink('transports', '2025-11-25', 'sending-messages-to-the-server');

/** Whether everything that was sent were requests: what else is answered may be answered in any form. */
function asksOnly({ sent, asked = [] }: Exchange): boolean {
  return asked.every(({ method }) => method === 'POST') && sent.every(isRequest);
}

function hasReply({ status, body }: Told): boolean {
  return status >= 200 && status < 300 && body !== '';
}

/** What judges the content types of all replies of a run. */
function judgeTypes(allowed: readonly string[]): Case['run'] {
  return async (probe) => {
    await probe.alive();
    let isSeen = false;
    for (const exchange of probe.exchanges) {
      for (const told of exchange.told.filter(hasReply)) {
        if (allowed.includes(mediaTypeOf(told))) isSeen = true;
        else if (asksOnly(exchange)) {
          return violated(`a reply has ${typeText(told.headers['content-type'])}`, exchange);
        }
      }
    }
    return isSeen ? kept : notObserved('there was no reply');
  };
}

function typeText(type: string | undefined): string {
  return type === undefined ? 'no Content-Type' : `"Content-Type: ${type}"`;
}

export const replyType: Case = {
  id: 'mcp/2025-03-26/transports/reply-content-type',
  group: 'http',
  requirement: 'A reply is application/json or text/event-stream.',
  link: LINK,
  keyword: 'MUST',
  fix: 'Set Content-Type to application/json, or to text/event-stream where events are sent.',
  eras: STREAMABLE,
  transports: ['http'],
  when: 'last',
  run: judgeTypes(['application/json', 'text/event-stream']),
};

export const plainReplyType: Case = {
  id: 'errata/http/reply-content-type',
  group: 'http',
  requirement: 'A reply of plain JSON-RPC is application/json.',
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: 'Set Content-Type to application/json.',
  eras: PLAIN,
  transports: ['http'],
  when: 'last',
  run: judgeTypes(['application/json', 'application/json-rpc', 'application/jsonrequest']),
};

export const requestGetsBody: Case = {
  id: 'mcp/2025-03-26/transports/request-gets-body',
  group: 'http',
  requirement: 'A request is answered with a body: a JSON object, or a stream.',
  link: LINK,
  keyword: 'MUST',
  fix: 'Send the reply in the answer to the POST that carried the request.',
  eras: STREAMABLE,
  transports: ['http'],
  async run(probe) {
    const exchange = await probe.http({ body: harmlessText(probe, '"errata-check-body"') });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    const told = exchange.told[0]!;
    if (told.status >= 300) return notObserved(`it was refused with HTTP ${told.status}`);
    if (told.body !== '' || mediaTypeOf(told) === 'text/event-stream') return kept;
    return violated(`a request got HTTP ${told.status} without a body`);
  },
};

export const replyInItsOwnAnswer: Case = {
  id: 'mcp/2025-03-26/transports/reply-in-own-answer',
  group: 'http',
  requirement:
    'Of two requests at the same time, each has its reply in the answer to its own POST.',
  link: LINK,
  keyword: 'MUST',
  fix: 'Keep what belongs to a POST apart from what belongs to others that are under way.',
  eras: STREAMABLE,
  transports: ['http'],
  async run(probe) {
    const ids = ['"errata-check-first"', '"errata-check-second"'];
    const exchanges = await Promise.all(
      ids.map((id) => probe.http({ body: harmlessText(probe, id) })),
    );
    for (const [index, exchange] of exchanges.entries()) {
      if (exchange.reply === undefined) return notObserved('there was no reply');
      const answered = idTextOf(exchange.reply.text);
      if (answered === ids[index] || answered === undefined || !ids.includes(answered)) continue;
      return violated(`the answer to the request ${ids[index]} has the reply to ${answered}`);
    }
    return kept;
  },
};
