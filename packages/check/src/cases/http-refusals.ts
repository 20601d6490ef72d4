import { kept, notApplicable, notObserved, type CaseOutcome } from '../case.js';
import type { WireExchange, HttpReply } from '../exchange.js';
import type { Probe } from '../probe.js';
import { HttpSession } from '../session/http-session.js';
import { harmlessText } from './ask.js';
import { defineCases, review, type CaseRow } from './define-cases.js';
import {
  askWithHeader,
  hasStatus,
  mediaTypeOf,
  noAnswer,
  statusOf,
  STREAMABLE,
  unjudged,
  unlessEarlier,
  WITH_SESSIONS,
  WITHOUT_BODY,
} from './http-answers.js';
import { adviceLink, mcpLink } from './spec.js';
import { describe, errorOf, hasResult } from './read-reply.js';

const SESSIONS = mcpLink('transports', '2025-11-25', 'session-management');
const NO_SESSION = notApplicable('the server gave no session id');
const EARLIER = mcpLink('http', '2026-07-28', 'earlier-streamable-http-revisions');
const NO_SUCH_SESSION = 'errata-check-no-such-session';

/** Invalid JSON that no other case sends. */
const INVALID_JSON = 'not JSON over HTTP';

const COMMON = {
  group: 'http',
  link: adviceLink('http'),
  transports: ['http'],
  unless: unjudged,
} as const;

export const HTTP_REFUSALS_CASES = defineCases(COMMON, [
  {
    id: 'mcp/2025-03-26/transports/session-missing-400',
    should: 'A request without the session id that the server gave is refused with 400.',
    link: SESSIONS,
    fix: 'Answer with 400 where the Mcp-Session-Id header is needed and missing.',
    eras: WITH_SESSIONS,
    needs: aSession,
    ask: (probe) => askWithHeader(probe, 'mcp-session-id', ''),
    what: 'a request without Mcp-Session-Id',
    unless: servedAnyway,
    want: hasStatus(400),
  },
  {
    id: 'mcp/2025-03-26/transports/session-unknown-404',
    should: 'A request with a session id that the server does not know is refused with 404.',
    link: SESSIONS,
    fix: 'Answer with 404 where a session is unknown: it tells the client to initialize anew, which 400 does not.',
    eras: WITH_SESSIONS,
    needs: aSession,
    ask: (probe) => askWithHeader(probe, 'mcp-session-id', NO_SUCH_SESSION),
    what: 'a request with an unknown Mcp-Session-Id',
    unless: servedAnyway,
    want: hasStatus(404),
  },
  {
    id: 'mcp/2025-03-26/transports/session-ended-404',
    must: 'A request in a session that has ended is refused with 404.',
    link: SESSIONS,
    fix: 'Answer with 404 after DELETE has ended the session.',
    eras: WITH_SESSIONS,
    async run(probe) {
      const session = await probe.open();
      if (!(session instanceof HttpSession) || session.sessionId === undefined) return NO_SESSION;
      const ended = statusOf(await session.http({ method: 'DELETE', headers: WITHOUT_BODY }));
      if (ended === undefined || ended >= 300) {
        return notObserved(`DELETE got ${ended === undefined ? 'no answer' : `HTTP ${ended}`}`);
      }
      const exchange = await session.http({ body: harmlessText(probe) });
      const skipped = unjudged(exchange);
      if (skipped !== undefined) return skipped;
      if (statusOf(exchange) === 404) return kept;
      return `after DELETE had got ${ended}, a request in the session got ${describe(exchange)}`;
    },
  },
  {
    id: 'mcp/2025-03-26/transports/session-id-visible',
    must: 'Session ids are of visible ASCII characters only.',
    link: SESSIONS,
    fix: 'Make session ids of 0x21 to 0x7E only, such as UUIDs.',
    eras: WITH_SESSIONS,
    last(probe) {
      const strange = sessionIds(probe).find((id) => !/^[\x21-\x7e]+$/.test(id));
      if (strange !== undefined) return `a session id is ${JSON.stringify(strange)}`;
      return aSession(probe) ?? kept;
    },
  },
  {
    id: 'mcp/2026-07-28/streamable-http/session-id-ignored',
    should: 'A session id is ignored: the request is served, and no session id comes back.',
    link: EARLIER,
    fix: 'Do not look at Mcp-Session-Id in this revision, and do not send one.',
    ask: (probe) => askWithHeader(probe, 'mcp-session-id', NO_SUCH_SESSION),
    want(exchange, probe) {
      const given = exchange.httpAnswers[0]!.headers['mcp-session-id'];
      if (hasResult(exchange.reply) && given === undefined) return true;
      const also = given === undefined ? '' : `, and "Mcp-Session-Id: ${given}"`;
      const why = `a request with Mcp-Session-Id got ${describe(exchange)}${also}`;
      return unlessEarlier(probe, exchange, why);
    },
  },
  {
    id: 'mcp/2025-03-26/transports/get-stream-or-405',
    must: 'GET is answered with an event stream, or with 405.',
    link: mcpLink('transports', '2025-11-25', 'listening-for-messages-from-the-server'),
    fix: 'Answer GET with 405 Method Not Allowed where the server does not stream.',
    eras: WITH_SESSIONS,
    ask: (probe) => askBy(probe, 'GET', { 'content-type': '', accept: 'text/event-stream' }),
    want({ httpAnswers }) {
      const { status } = httpAnswers[0]!;
      const type = mediaTypeOf(httpAnswers[0]!);
      if (status === 405 || (status === 200 && type === 'text/event-stream')) return true;
      return `GET got HTTP ${status} with ${type === '' ? 'no content type' : type}`;
    },
  },
  // What earlier revisions had a use for.
  ...['GET', 'DELETE'].map((method): CaseRow<'link'> => ({
    id: `mcp/2026-07-28/streamable-http/${method.toLowerCase()}-405`,
    should: `${method} is refused with 405.`,
    link: EARLIER,
    fix: `Answer ${method} with 405 Method Not Allowed: this revision has no ${method === 'GET' ? 'stream to listen on' : 'sessions to end'}.`,
    ask(probe) {
      const accept = method === 'GET' ? 'text/event-stream' : '';
      return askBy(probe, method, { ...WITHOUT_BODY, accept });
    },
    want(exchange, probe) {
      const status = statusOf(exchange)!;
      return status === 405 || unlessEarlier(probe, exchange, `${method} got HTTP ${status}`);
    },
  })),
  ...['HEAD', 'OPTIONS', 'DELETE'].map((method): CaseRow<'link'> => ({
    id: `errata/http/${method.toLowerCase()}-no-5xx`,
    should: `${method} does not make the server fail.`,
    fix: `Answer ${method} with what it asks for, or with 405 and an Allow header.`,
    once: true,
    ask(probe) {
      const session = method === 'DELETE' ? { 'mcp-session-id': NO_SUCH_SESSION } : {};
      return askBy(probe, method, { ...WITHOUT_BODY, ...session });
    },
    want(exchange) {
      const status = statusOf(exchange)!;
      // 501 is what HTTP has for methods that a server does not know.
      return status < 500 || status === 501 || `${method} got HTTP ${status}`;
    },
  })),
  {
    id: 'errata/http/put-patch-405',
    should: 'PUT and PATCH are refused with 405.',
    link: 'https://www.rfc-editor.org/rfc/rfc9110#section-9.1',
    fix: 'Answer methods that are not served with 405 and an Allow header.',
    once: true,
    async run(probe) {
      for (const method of ['PUT', 'PATCH']) {
        const exchange = await probe.http({ method, body: harmlessText(probe) });
        const skipped = unjudged(exchange);
        if (skipped !== undefined) return skipped;
        const status = statusOf(exchange)!;
        if (status !== 405 && status !== 501) return `${method} got HTTP ${status}`;
      }
      return kept;
    },
  },
  {
    id: 'errata/http/405-allow',
    must: 'An answer 405 names the methods that are served in its Allow header.',
    link: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6',
    fix: 'Add an Allow header to every 405, such as "Allow: POST".',
    async last(probe) {
      await probe.http({ method: 'PUT', body: harmlessText(probe) });
      return reviewAnswers(probe, ({ status }) => status === 405, {
        none: 'nothing was answered with 405',
        flawOf: ({ headers, exchange }) =>
          headers['allow'] === undefined &&
          `${exchange.httpRequests?.[0]?.method ?? ''} got 405 without Allow`,
      });
    },
  },
  {
    id: 'errata/http/parse-error-4xx',
    should: 'A body of invalid JSON gets a status of 4xx.',
    fix: 'Answer with 400 and error -32700: monitors and proxies look at the status alone.',
    eras: STREAMABLE,
    ask: (probe) => probe.http({ body: INVALID_JSON }),
    what: `"${INVALID_JSON}"`,
    want: ({ httpAnswers }) => is4xx(httpAnswers[0]!),
  },
  {
    id: 'errata/http/parse-error-body',
    should: 'The answer to a body of invalid JSON is a JSON-RPC error.',
    fix: 'Send error -32700 as the body: a framework that parses bodies by itself needs an error handler of yours.',
    ask: (probe) => probe.http({ body: INVALID_JSON }),
    want({ httpAnswers, reply }) {
      const { status, body } = httpAnswers[0]!;
      if (isPage(httpAnswers[0]!)) return notObserved('it is an HTML page');
      const shown = JSON.stringify(body.slice(0, 80));
      return errorOf(reply) !== undefined || `"${INVALID_JSON}" got HTTP ${status} with ${shown}`;
    },
  },
  {
    id: 'errata/http/no-html',
    should: 'A failed POST is never answered with an HTML page.',
    fix: 'Give the framework an error handler that writes a JSON-RPC error: its pages often show stack traces, too.',
    async last(probe) {
      await probe.http({ body: INVALID_JSON });
      const isFailedPost = (answer: AnswerOf): boolean =>
        isFailure(answer) &&
        answer.exchange.httpRequests?.every(({ method }) => method === 'POST') === true;
      return reviewAnswers(probe, isFailedPost, {
        none: 'no request was refused',
        flawOf: (answer) =>
          isPage(answer) && `a request got HTTP ${answer.status} with an HTML page`,
      });
    },
  },
  {
    id: 'errata/http/empty-post',
    should: 'A POST without a body is refused, and does not make the server fail.',
    fix: 'Answer an empty body with 400 and error -32700.',
    once: true,
    ask: (probe) => probe.http({ body: '' }),
    what: 'an empty body',
    want: ({ httpAnswers, reply }) =>
      is4xx(httpAnswers[0]!) || (httpAnswers[0]!.status < 400 && errorOf(reply) !== undefined),
  },
  {
    id: 'mcp/2025-06-18/authorization/401-challenge',
    must: 'An answer 401 says in WWW-Authenticate how to get authorized.',
    link: mcpLink('authorization', '2025-06-18', 'authorization-server-location'),
    fix: 'Add a WWW-Authenticate header to every 401, with resource_metadata where OAuth is used.',
    async run(probe) {
      await probe.http({
        body: harmlessText(probe),
        headers: { authorization: 'Bearer errata-check-no-such-token' },
      });
      return reviewAnswers(probe, ({ status }) => status === 401, {
        none: 'nothing was answered with 401',
        flawOf: ({ headers }) =>
          headers['www-authenticate'] === undefined && 'a 401 has no WWW-Authenticate',
      });
    },
  },
  {
    id: 'errata/http/text-plain-refused',
    should: 'A body that says it is text/plain is not executed.',
    fix: 'Refuse what is not application/json with 415: browsers let any page POST text/plain without asking.',
    once: true,
    needs: ({ harmless }) =>
      harmless === undefined ? notObserved('no request is known to be executed') : undefined,
    ask: (probe) => askWithHeader(probe, 'content-type', 'text/plain'),
    what: 'a request with "Content-Type: text/plain"',
    unless: noAnswer,
    want: ({ reply }) => !hasResult(reply),
  },
]);

/** The session ids that the server gave in this run. */
function sessionIds({ exchanges }: Probe): readonly string[] {
  return exchanges.flatMap(({ httpAnswers }) =>
    httpAnswers.flatMap(({ headers }) => headers['mcp-session-id'] ?? []),
  );
}

function aSession(probe: Probe): CaseOutcome | undefined {
  return sessionIds(probe).length === 0 ? NO_SESSION : undefined;
}

function servedAnyway(exchange: WireExchange): CaseOutcome | undefined {
  return hasResult(exchange.reply)
    ? notApplicable('it looks at no session id')
    : unjudged(exchange);
}

/** A request of another method of HTTP, without a body. */
function askBy(
  probe: Probe,
  method: string,
  headers: Readonly<Record<string, string>>,
): Promise<WireExchange> {
  return probe.http({ method, headers, enough: () => true, patience: 2000 });
}

function is4xx({ status }: HttpReply): boolean {
  return status >= 400 && status < 500;
}

/** Too large a body or header is often refused by a proxy, in its own way. */
function isFailure({ status }: HttpReply): boolean {
  return status >= 400 && ![413, 414, 431, 502, 503, 504].includes(status);
}

function isPage(answer: HttpReply): boolean {
  return mediaTypeOf(answer) === 'text/html' || /^\s*<(?:!doctype html|html)\b/i.test(answer.body);
}

/** An answer of HTTP, and the exchange that it is of. */
type AnswerOf = HttpReply & { readonly exchange: WireExchange };

/** Judges all answers of the run that a rule concerns. */
function reviewAnswers(
  probe: Probe,
  concerns: (answer: AnswerOf) => boolean,
  { none, flawOf }: { readonly none: string; flawOf(answer: AnswerOf): string | false },
): Promise<CaseOutcome> | CaseOutcome {
  const all = ({ exchanges }: Probe) =>
    exchanges
      .flatMap((exchange) => exchange.httpAnswers.map((answer) => ({ ...answer, exchange })))
      .filter(concerns);
  return review(all, none, (answer) => flawOf(answer) || undefined)(probe);
}
