import { kept, notApplicable, notObserved, violated, type Case, type Outcome } from '../case.js';
import type { Exchange, Told } from '../exchange.js';
import type { Probe } from '../probe.js';
import { idTextOf } from '../session/sort-heard.js';
import { harmlessText } from './ask.js';
import { defineCases, never, NO_REPLY, noReply } from './define-cases.js';
import { MODERN, PLAIN, since } from './eras.js';
import {
  askWithHeader,
  handshakeSince,
  hasStatus,
  isRequest,
  mediaTypeOf,
  noAnswer,
  statusOf,
  STREAMABLE,
  unjudged,
  unlessEarlier,
  unrefused,
} from './http-answers.js';
import { adviceLink, mcpLink } from './links.js';
import { codeOf, describe, errorOf, hasResult } from './read-reply.js';

/** No page can ever have come from there: the top-level domain is reserved (RFC 2606). */
const FOREIGN = 'http://errata-check.invalid';
const SENDING = mcpLink('transports', '2025-11-25', 'sending-messages-to-the-server');

/** No revision was ever called so. */
const NEVER = '1999-01-01';
const UNKNOWN_METHOD = 'errata-check/over-http';
const DISCOVER: Target = { method: 'server/discover', params: undefined, name: undefined };

/** A request whose headers have to repeat a name of its body. */
interface Target {
  readonly method: string;
  readonly params: object | undefined;
  /** What Mcp-Name has to say; undefined of methods without. */
  readonly name: string | undefined;
}

const COMMON = { group: 'http', link: SENDING, transports: ['http'], unless: unjudged } as const;

export const HTTP_POSTS_CASES = defineCases(COMMON, [
  {
    id: 'mcp/2025-03-26/transports/origin-validated',
    must: 'A request that a page of a foreign origin makes is not served.',
    link: mcpLink('transports', '2025-03-26', 'security-warning'),
    fix: 'Compare the Origin header, where there is one, with a list of allowed origins: any page could call the server otherwise.',
    eras: STREAMABLE,
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
    eras: since('2025-11-25'),
    ask: askFromForeignPage,
    what: `a request with "Origin: ${FOREIGN}"`,
    unless: (exchange) => (statusOf(exchange) === 403 ? undefined : unrefused(exchange)),
    want: hasStatus(403),
  },
  {
    id: 'mcp/2025-03-26/transports/reply-content-type',
    must: 'A reply is application/json or text/event-stream.',
    fix: 'Set Content-Type to application/json, or to text/event-stream where events are sent.',
    eras: STREAMABLE,
    when: 'last',
    run: judgeTypes(['application/json', 'text/event-stream']),
  },
  {
    id: 'errata/http/reply-content-type',
    should: 'A reply of plain JSON-RPC is application/json.',
    link: adviceLink('http'),
    fix: 'Set Content-Type to application/json.',
    eras: PLAIN,
    when: 'last',
    run: judgeTypes(['application/json', 'application/json-rpc', 'application/jsonrequest']),
  },
  {
    id: 'mcp/2025-03-26/transports/request-gets-body',
    must: 'A request is answered with a body: a JSON object, or a stream.',
    fix: 'Send the reply in the answer to the POST that carried the request.',
    eras: STREAMABLE,
    ask: (probe) => probe.http({ body: harmlessText(probe, '"errata-check-body"') }),
    want({ told }) {
      const { status, body } = told[0]!;
      if (status >= 300) return notObserved(`it was refused with HTTP ${status}`);
      if (body !== '' || mediaTypeOf(told[0]!) === 'text/event-stream') return true;
      return `a request got HTTP ${status} without a body`;
    },
  },
  {
    id: 'mcp/2025-03-26/transports/reply-in-own-answer',
    must: 'Of two requests at the same time, each has its reply in the answer to its own POST.',
    fix: 'Keep what belongs to a POST apart from what belongs to others that are under way.',
    eras: STREAMABLE,
    async run(probe) {
      const ids = ['"errata-check-first"', '"errata-check-second"'];
      const exchanges = await Promise.all(
        ids.map((id) => probe.http({ body: harmlessText(probe, id) })),
      );
      for (const [index, exchange] of exchanges.entries()) {
        if (exchange.reply === undefined) return NO_REPLY;
        const answered = idTextOf(exchange.reply.text);
        if (answered === ids[index] || answered === undefined || !ids.includes(answered)) continue;
        return violated(`the answer to the request ${ids[index]} has the reply to ${answered}`);
      }
      return kept;
    },
  },
  {
    id: 'mcp/2025-03-26/transports/notification-202',
    must: 'A notification is answered with 202, or with the status of an error.',
    fix: 'Answer a POST that has no request in it with 202 Accepted.',
    eras: STREAMABLE,
    ask: notify,
    unless: noAnswer,
    want({ told }) {
      const { status } = told[0]!;
      return status === 202 || status >= 400 || `notifications/cancelled got HTTP ${status}`;
    },
  },
  {
    id: 'mcp/2025-03-26/transports/notification-without-body',
    must: 'The 202 to a notification has no body.',
    fix: 'End the 202 without writing anything: there is nothing to reply to.',
    eras: STREAMABLE,
    ask: notify,
    unless: never,
    want({ told: [told] }) {
      if (told?.status !== 202) return notObserved('it was not answered with 202');
      const body = JSON.stringify(told.body.slice(0, 80));
      return told.body === '' || `notifications/cancelled got 202 with ${body}`;
    },
  },
  {
    id: 'mcp/2025-03-26/transports/stream-ends',
    should: 'The stream that answers a request ends after the reply.',
    fix: 'End the event stream when the reply is sent: every open one is a connection.',
    eras: STREAMABLE,
    ask: askForStream,
    unless: (exchange) => noStream(exchange) ?? noReply(exchange),
    want: ({ told }) =>
      told[0]!.ended !== 'late' ||
      'two seconds after a request, its stream had the reply and was still open',
  },
  {
    id: 'mcp/2026-07-28/streamable-http/stream-unbuffered',
    should: 'An event stream says "X-Accel-Buffering: no", so that proxies do not hold it back.',
    link: mcpLink('http', '2026-07-28', 'receiving-messages'),
    fix: 'Add "X-Accel-Buffering: no" to answers that are event streams.',
    eras: MODERN,
    ask: askForStream,
    unless: noStream,
    want: ({ told }) =>
      told[0]!.headers['x-accel-buffering']?.toLowerCase() === 'no' ||
      'a stream does not say "X-Accel-Buffering: no"',
  },
  {
    id: 'mcp/2025-06-18/transports/unsupported-version-400',
    must: 'A request whose MCP-Protocol-Version is not supported is refused with 400.',
    link: mcpLink('transports', '2025-11-25', 'protocol-version-header'),
    fix: 'Answer with 400 where the MCP-Protocol-Version header names a revision that is not served.',
    eras: handshakeSince('2025-06-18'),
    ask: (probe) => askWithHeader(probe, 'mcp-protocol-version', NEVER),
    what: `a request with "MCP-Protocol-Version: ${NEVER}"`,
    want: hasStatus(400),
  },
  {
    id: 'mcp/2025-06-18/transports/missing-version-served',
    should: 'A request without MCP-Protocol-Version is served in the revision of its session.',
    link: mcpLink('transports', '2025-11-25', 'protocol-version-header'),
    fix: 'Go by the revision that initialize settled on where the MCP-Protocol-Version header is missing.',
    eras: handshakeSince('2025-06-18'),
    ask: (probe) => askWithHeader(probe, 'mcp-protocol-version', ''),
    what: 'a request without MCP-Protocol-Version',
    unless: (exchange) =>
      exchange.asked?.[0]?.headers['mcp-session-id'] === undefined
        ? notApplicable('without a session the revision cannot be known')
        : unjudged(exchange),
    want: ({ reply }) => hasResult(reply),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/unsupported-version-400',
    must: 'The refusal of a revision that is not supported has the status 400.',
    link: mcpLink('http', '2026-07-28', 'protocol-version-header'),
    fix: 'Send error -32022 with 400 Bad Request.',
    eras: MODERN,
    ask(probe) {
      const meta = { 'io.modelcontextprotocol/protocolVersion': NEVER };
      const body = probe.write('server/discover', { _meta: meta });
      return probe.http({ body, headers: { 'mcp-protocol-version': NEVER } });
    },
    what: `a request in revision ${NEVER}`,
    want: hasStatus(400),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/unknown-method-404',
    must: 'The refusal of an unknown method has the status 404.',
    link: mcpLink('http', '2026-07-28', 'protocol-version-header'),
    fix: 'Send error -32601 with 404 Not Found.',
    eras: MODERN,
    ask: (probe) => probe.request(UNKNOWN_METHOD),
    what: `the method ${UNKNOWN_METHOD}`,
    unless: unrefused,
    want: hasStatus(404),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/unknown-method-body',
    must: 'The 404 to an unknown method is a JSON-RPC error, which tells it from a wrong URL.',
    link: mcpLink('http', '2026-07-28', 'protocol-version-header'),
    fix: 'Send error -32601 as the body of the 404.',
    eras: MODERN,
    ask: (probe) => probe.request(UNKNOWN_METHOD),
    unless: never,
    want({ told, reply }) {
      if (told[0]?.status !== 404) return notObserved('it was not refused with 404');
      const body = JSON.stringify(told[0].body.slice(0, 80));
      return errorOf(reply) !== undefined || `the method ${UNKNOWN_METHOD} got 404 with ${body}`;
    },
  },
  {
    id: 'mcp/2026-07-28/streamable-http/missing-meta-400',
    must: 'The refusal of a request without _meta has the status 400.',
    link: mcpLink('basic', '2026-07-28', 'meta'),
    fix: 'Send error -32602 with 400 Bad Request where a required field of _meta is missing.',
    eras: MODERN,
    ask: (probe) =>
      probe.http({
        body: '{"jsonrpc":"2.0","id":"errata-check-meta","method":"server/discover","params":{}}',
      }),
    what: 'a request without _meta',
    unless: unrefused,
    want: hasStatus(400),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/method-wrong',
    must: 'A request whose Mcp-Method is not its method is refused with 400 and -32020.',
    fix: 'Compare Mcp-Method with the method of the body.',
    ...mirrored('mcp-method', 'errata-check/other'),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/method-case',
    must: 'Mcp-Method is compared case-sensitively.',
    fix: 'Compare the value of Mcp-Method as it is.',
    ...mirrored('mcp-method', 'Server/Discover'),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/method-missing',
    must: 'A request without Mcp-Method is refused with 400 and -32020.',
    fix: 'Refuse requests without Mcp-Method.',
    ...mirrored('mcp-method', ''),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/name-wrong',
    must: 'A request whose Mcp-Name is not its name or URI is refused with 400 and -32020.',
    fix: 'Compare Mcp-Name with params.name or params.uri.',
    ...mirrored('mcp-name', 'errata-check-other'),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/name-missing',
    must: 'A request for something by its name without Mcp-Name is refused with 400 and -32020.',
    fix: 'Refuse tools/call, prompts/get and resources/read without Mcp-Name.',
    ...mirrored('mcp-name', ''),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/version-wrong',
    must: 'A request whose MCP-Protocol-Version is not that of its _meta is refused with 400 and -32020.',
    fix: 'Compare MCP-Protocol-Version with the protocolVersion of _meta.',
    // The revision does not tell which of two mistakes comes first.
    ...mirrored('mcp-protocol-version', '2025-11-25', { codes: [-32020, -32022] }),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/version-missing',
    must: 'A request without MCP-Protocol-Version is refused with 400 and -32020.',
    fix: 'Refuse requests without MCP-Protocol-Version where no clients before 2025-06-18 are served.',
    // Servers for earlier clients may do without the header.
    ...mirrored('mcp-protocol-version', '', { isOptional: true }),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/name-base64',
    must: 'A name that is written in Base64 in Mcp-Name is decoded before it is compared.',
    link: mcpLink('http', '2026-07-28', 'value-encoding'),
    fix: 'Decode values of Mcp-Name that are written =?base64?…?=.',
    eras: MODERN,
    async run(probe) {
      const exchange = await askWith(probe, 'mcp-name', (name) => {
        return `=?base64?${Buffer.from(name).toString('base64')}?=`;
      });
      if ('kind' in exchange) return exchange;
      if (hasResult(exchange.reply)) return kept;
      return violated(`a request with its name in Base64 got ${describe(exchange)}`, exchange);
    },
  },
]);

function askFromForeignPage(probe: Probe): Promise<Exchange> {
  return probe.http({ body: harmlessText(probe), headers: { origin: FOREIGN } });
}

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
          return violated(`a reply has ${contentTypeText(told.headers['content-type'])}`, exchange);
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
function notify(probe: Probe): Promise<Exchange> {
  return probe.notify('notifications/cancelled', { requestId: 'errata-check-none' });
}

/** A request that may be answered with a stream: if it is not, once more as from who reads nothing else. */
async function askForStream(probe: Probe): Promise<Exchange> {
  const ask = (headers: Readonly<Record<string, string>>): Promise<Exchange> =>
    probe.http({
      body: harmlessText(probe, '"errata-check-stream"'),
      headers,
      enough: () => false,
      patience: 2000,
    });
  const exchange = await ask({});
  return noStream(exchange) === undefined ? exchange : ask({ accept: 'text/event-stream' });
}

function noStream({ told: [told] }: Exchange): Outcome | undefined {
  return told !== undefined && mediaTypeOf(told) === 'text/event-stream'
    ? undefined
    : notObserved('it answered without a stream');
}

/** What a row says of a header that does not repeat the body. */
function mirrored(
  header: string,
  value: string,
  {
    codes = [-32020],
    isOptional = false,
  }: { readonly codes?: readonly unknown[]; readonly isOptional?: boolean } = {},
): Pick<Case, 'link' | 'eras' | 'run'> {
  return {
    link: mcpLink('http', '2026-07-28', 'server-validation'),
    eras: MODERN,
    async run(probe) {
      const exchange = await askWith(probe, header, () => value);
      if ('kind' in exchange) return exchange;
      if (statusOf(exchange) === 400 && codes.includes(codeOf(exchange.reply))) return kept;
      const how = value === '' ? `without ${header}` : `with "${header}: ${value}"`;
      const why = `a request ${how} got ${describe(exchange)}`;
      return isOptional ? unlessEarlier(probe, exchange, why) : violated(why, exchange);
    },
  };
}

/** A request that is known to be served, once more with another header; or why that says nothing. */
async function askWith(
  probe: Probe,
  header: string,
  value: (name: string) => string,
): Promise<Exchange | Outcome> {
  const targets = header === 'mcp-name' ? namedTargets(probe) : [DISCOVER];
  for (const { method, params, name = '' } of targets) {
    const good = await probe.request(method, params);
    if (!hasResult(good.reply)) continue;
    const body = probe.write(method, params);
    const exchange = await probe.http({ body, headers: { [header]: value(name) } });
    return unjudged(exchange) ?? exchange;
  }
  return notObserved('nothing could be asked for that the headers have to repeat');
}

/** Requests with names that are known to exist, and that change nothing: one of each kind that the server offers. */
function namedTargets({ offer, callable }: Probe): readonly Target[] {
  const [uri] = offer.resources;
  const prompt = offer.prompts.find((each) => each.arguments.every(({ required }) => !required));
  const tool = callable.find(({ inputSchema }) => !hasEntries(inputSchema['required']));
  return [
    ...(uri === undefined ? [] : [{ method: 'resources/read', params: { uri }, name: uri }]),
    ...(prompt === undefined ? [] : [called('prompts/get', prompt.name)]),
    ...(tool === undefined ? [] : [called('tools/call', tool.name)]),
  ];
}

function called(method: string, name: string): Target {
  return { method, params: { name, arguments: {} }, name };
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
