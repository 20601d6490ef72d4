import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange, HttpReply } from '../exchange.js';
import type { Probe } from '../probe.js';
import { idTextOf } from '../session/messages.js';
import { harmlessText, untilInTime } from './ask.js';
import { defineCases, never, NO_REPLY, noReply, type Run } from './define-cases.js';
import { PLAIN, adviceLink, mcpLink } from './spec.js';
import {
  hasStatus,
  isRequest,
  mediaTypeOf,
  noAnswer,
  statusOf,
  unjudged,
  unrefused,
} from './http-answers.js';
import { hasResult } from './read-reply.js';

/** No page can ever have come from there: the top-level domain is reserved (RFC 2606). */
const FOREIGN = 'http://errata-check.invalid';
const SENDING = mcpLink('transports', '2025-11-25', 'sending-messages-to-the-server');

const COMMON = { group: 'http', link: SENDING, transports: ['http'], unless: unjudged } as const;

export const HTTP_POSTS_CASES = defineCases(COMMON, [
  {
    id: 'mcp/2025-03-26/transports/origin-validated',
    must: 'A request that a page of a foreign origin makes is not served.',
    link: mcpLink('transports', '2025-03-26', 'security-warning'),
    fix: 'Compare the Origin header, where there is one, with a list of allowed origins: any page could call the server otherwise.',
    ask: askFromForeignPage,
    what: `a request with "Origin: ${FOREIGN}"`,
    unless: noAnswer,
    want: ({ reply }) => !hasResult(reply),
  },
  {
    id: 'mcp/2025-11-25/transports/origin-403',
    must: 'A request of a foreign origin is refused with 403.',
    link: mcpLink('transports', '2025-11-25', 'security-warning'),
    fix: 'Answer with 403 Forbidden where the Origin header is not allowed.',
    ask: askFromForeignPage,
    what: `a request with "Origin: ${FOREIGN}"`,
    unless: (exchange) => (statusOf(exchange) === 403 ? undefined : unrefused(exchange)),
    want: hasStatus(403),
  },
  {
    id: 'mcp/2025-03-26/transports/reply-content-type',
    must: 'A reply is application/json or text/event-stream.',
    fix: 'Set Content-Type to application/json, or to text/event-stream where events are sent.',
    last: judgeTypes(['application/json', 'text/event-stream']),
  },
  {
    id: 'errata/http/reply-content-type',
    should: 'A reply of plain JSON-RPC is application/json.',
    link: adviceLink('http'),
    fix: 'Set Content-Type to application/json.',
    eras: PLAIN,
    last: judgeTypes(['application/json', 'application/json-rpc', 'application/jsonrequest']),
  },
  {
    id: 'mcp/2025-03-26/transports/request-gets-body',
    must: 'A request is answered with a body: a JSON object, or a stream.',
    fix: 'Send the reply in the answer to the POST that carried the request.',
    ask: (probe) => probe.http({ body: harmlessText(probe, '"errata-check-body"') }),
    want({ httpAnswers }) {
      const { status, body } = httpAnswers[0]!;
      if (status >= 300) return notObserved(`it was refused with HTTP ${status}`);
      if (body !== '' || mediaTypeOf(httpAnswers[0]!) === 'text/event-stream') return true;
      return `a request got HTTP ${status} without a body`;
    },
  },
  {
    id: 'mcp/2025-03-26/transports/reply-in-own-answer',
    must: 'Of two requests at the same time, each has its reply in the answer to its own POST.',
    fix: 'Keep what belongs to a POST apart from what belongs to others that are under way.',
    async run(probe) {
      const ids = ['"errata-check-first"', '"errata-check-second"'];
      const exchanges = await Promise.all(
        ids.map((id) => probe.http({ body: harmlessText(probe, id) })),
      );
      for (const [index, exchange] of exchanges.entries()) {
        if (exchange.reply === undefined) return NO_REPLY;
        const answered = idTextOf(exchange.reply.text);
        if (answered === ids[index] || answered === undefined || !ids.includes(answered)) continue;
        return `the answer to the request ${ids[index]} has the reply to ${answered}`;
      }
      return kept;
    },
  },
  {
    id: 'mcp/2025-03-26/transports/notification-202',
    must: 'A notification is answered with 202, or with the status of an error.',
    fix: 'Answer a POST that has no request in it with 202 Accepted.',
    ask: notify,
    unless: noAnswer,
    want({ httpAnswers }) {
      const { status } = httpAnswers[0]!;
      return status === 202 || status >= 400 || `notifications/cancelled got HTTP ${status}`;
    },
  },
  {
    id: 'mcp/2025-03-26/transports/notification-without-body',
    must: 'The 202 to a notification has no body.',
    fix: 'End the 202 without writing anything: there is nothing to reply to.',
    ask: notify,
    unless: never,
    want({ httpAnswers: [answer] }) {
      if (answer?.status !== 202) return notObserved('it was not answered with 202');
      const body = JSON.stringify(answer.body.slice(0, 80));
      return answer.body === '' || `notifications/cancelled got 202 with ${body}`;
    },
  },
  {
    id: 'mcp/2025-03-26/transports/stream-ends',
    should: 'The stream that answers a request ends after the reply.',
    fix: 'End the event stream when the reply is sent: every open one is a connection.',
    ask: (probe) => untilInTime(() => askForStream(probe), isStillOpen),
    unless: (exchange) => noStream(exchange) ?? noReply(exchange),
    want: (exchange) =>
      !isStillOpen(exchange) ||
      'two seconds after a request, its stream had the reply and was still open',
  },
  {
    id: 'mcp/2026-07-28/streamable-http/stream-unbuffered',
    should: 'An event stream says "X-Accel-Buffering: no", so that proxies do not hold it back.',
    link: mcpLink('http', '2026-07-28', 'receiving-messages'),
    fix: 'Add "X-Accel-Buffering: no" to answers that are event streams.',
    ask: askForStream,
    unless: noStream,
    want: ({ httpAnswers }) =>
      httpAnswers[0]!.headers['x-accel-buffering']?.toLowerCase() === 'no' ||
      'a stream does not say "X-Accel-Buffering: no"',
  },
]);

function askFromForeignPage(probe: Probe): Promise<WireExchange> {
  return probe.http({ body: harmlessText(probe), headers: { origin: FOREIGN } });
}

/** Whether everything that was sent were requests: what else is answered may be answered in any form. */
function asksOnly({ sent, httpRequests = [] }: WireExchange): boolean {
  return httpRequests.every(({ method }) => method === 'POST') && sent.every(isRequest);
}

function hasReply({ status, body }: HttpReply): boolean {
  return status >= 200 && status < 300 && body !== '';
}

/** What judges the content types of all replies of a run. */
function judgeTypes(allowed: readonly string[]): Run {
  return async (probe) => {
    await probe.alive();
    let isSeen = false;
    for (const exchange of probe.exchanges) {
      for (const answer of exchange.httpAnswers.filter(hasReply)) {
        if (allowed.includes(mediaTypeOf(answer))) isSeen = true;
        else if (asksOnly(exchange)) {
          return violated(
            `a reply has ${contentTypeText(answer.headers['content-type'])}`,
            exchange,
          );
        }
      }
    }
    return isSeen ? kept : NO_REPLY;
  };
}

function contentTypeText(type: string | undefined): string {
  return type === undefined ? 'no Content-Type' : `"Content-Type: ${type}"`;
}

/** Cancels what was never asked for: there is nothing to be done about it. */
function notify(probe: Probe): Promise<WireExchange> {
  return probe.notify('notifications/cancelled', { requestId: 'errata-check-none' });
}

/** A request that may be answered with a stream: if it is not, once more as from who reads nothing else. */
async function askForStream(probe: Probe): Promise<WireExchange> {
  const ask = (headers: Readonly<Record<string, string>>): Promise<WireExchange> =>
    probe.http({
      body: harmlessText(probe, '"errata-check-stream"'),
      headers,
      enough: () => false,
      patience: 2000,
    });
  const exchange = await ask({});
  return noStream(exchange) === undefined ? exchange : ask({ accept: 'text/event-stream' });
}

function noStream({ httpAnswers: [answer] }: WireExchange): CaseOutcome | undefined {
  return answer !== undefined && mediaTypeOf(answer) === 'text/event-stream'
    ? undefined
    : notObserved('it answered without a stream');
}

function isStillOpen({ httpAnswers: [answer] }: WireExchange): boolean {
  return answer?.ended === 'late';
}
