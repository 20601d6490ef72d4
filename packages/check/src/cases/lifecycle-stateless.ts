import { kept, notApplicable, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { isObject, objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { writeMessage, idTextOf, kindOf } from '../session/messages.js';
import {
  defineCases,
  isRefused,
  isRefusedWith,
  judgeReply,
  never,
  type CaseRow,
} from './define-cases.js';
import { LINES, MCP, mcpLink } from './spec.js';
import {
  firstWords,
  initializeAsBefore,
  isServerInfo,
  judgeBeginning,
  shown,
  speaksHandshake,
  UNKNOWN_VERSION,
} from './lifecycle-handshake.js';
import { codeOf, describe, errorOf, failureText, hasResult, resultOf } from './read-reply.js';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const DISCOVER_RESULT = mcpLink('discover', '2026-07-28', 'discoverresult');
const META = mcpLink('basic', '2026-07-28', 'meta');
const NEGOTIATION = mcpLink('versioning', '2026-07-28', 'protocol-version-negotiation');

export const LIFECYCLE_STATELESS_CASES = defineCases({ group: 'lifecycle' }, [
  {
    id: 'mcp/2026-07-28/discover/supported-versions',
    must: 'The result of server/discover lists the versions that the server supports.',
    link: DISCOVER_RESULT,
    fix: 'Put "supportedVersions" into the result: a list of texts.',
    run: judgeBeginning(
      ({ supportedVersions: versions }) =>
        isTexts(versions) || `the supportedVersions are ${shown(versions)}`,
    ),
  },
  {
    id: 'mcp/2026-07-28/discover/own-version',
    should: 'The version in which server/discover was answered is among the supported ones.',
    link: DISCOVER_RESULT,
    fix: 'List every version in "supportedVersions" that requests are served in.',
    run: judgeBeginning(
      ({ supportedVersions: versions }, { era }) =>
        !isTexts(versions) ||
        versions.includes(era) ||
        `a request in ${era} was served, and the supportedVersions are ${shown(versions)}`,
    ),
  },
  {
    id: 'mcp/2026-07-28/discover/capabilities',
    must: 'The result of server/discover has an object of capabilities.',
    link: DISCOVER_RESULT,
    fix: 'Put "capabilities" into the result: an empty object where there are none.',
    run: judgeBeginning(
      ({ capabilities }) => isObject(capabilities) || `the capabilities are ${shown(capabilities)}`,
    ),
  },
  {
    id: 'mcp/2026-07-28/discover/server-info',
    should: 'The result of server/discover says the name and the version of the server.',
    link: DISCOVER_RESULT,
    fix: 'Put "io.modelcontextprotocol/serverInfo" with "name" and "version" into the "_meta" of results.',
    run: judgeBeginning(({ _meta }) => {
      const info = objectOrEmpty(_meta)['io.modelcontextprotocol/serverInfo'];
      return isServerInfo(info) || `the serverInfo in _meta is ${shown(info)}`;
    }),
  },
  {
    id: 'mcp/2026-07-28/basic/meta-missing',
    must: 'A request without _meta is refused with -32602.',
    link: META,
    fix: 'Refuse requests without the required fields of _meta with -32602, whatever came before on the connection.',
    run: (probe) => judgeUnclaimed(probe, undefined, 'a request without _meta'),
  },
  {
    id: 'mcp/2026-07-28/basic/meta-version-missing',
    must: 'A request that does not say its protocolVersion in _meta is refused with -32602.',
    link: META,
    fix: `Refuse requests without "${VERSION_KEY}" in _meta with -32602.`,
    run: (probe) =>
      judgeUnclaimed(probe, VERSION_KEY, 'a request without protocolVersion in _meta'),
  },
  {
    id: 'mcp/2026-07-28/basic/meta-capabilities-missing',
    must: 'A request that does not say its clientCapabilities in _meta is refused with -32602.',
    link: META,
    fix: `Refuse requests without "${CAPABILITIES_KEY}" in _meta with -32602.`,
    ask: (probe) => probe.send(writeWithout(probe, CAPABILITIES_KEY)),
    what: 'a request without clientCapabilities in _meta',
    want: isRefusedWith(-32602),
  },
  {
    id: 'mcp/2026-07-28/basic/meta-client-optional',
    should: 'A request that does not say its clientInfo in _meta is served: it is not required.',
    link: META,
    fix: `Do not ask for "${CLIENT_KEY}": clients may be configured not to send it.`,
    ask: (probe) => probe.send(writeWithout(probe, CLIENT_KEY)),
    what: 'a request without clientInfo in _meta',
    want: ({ reply }) => errorOf(reply) === undefined,
  },
  {
    id: 'mcp/2026-07-28/versioning/unsupported-version',
    must: 'A request in a version that the server does not implement is refused with -32022.',
    link: NEGOTIATION,
    fix: 'Answer with -32022 (Unsupported protocol version), and list the supported versions in its data.',
    ask: askUnknown,
    what: `a request in ${UNKNOWN_VERSION}`,
    want: isRefusedWith(-32022),
  },
  {
    id: 'mcp/2026-07-28/versioning/unsupported-version-supported',
    must: 'The refusal of a version lists those that the server does support.',
    link: NEGOTIATION,
    fix: 'Put every version that requests are served in into "data.supported".',
    ask: askUnknown,
    unless: notUnsupported,
    want({ reply }, { era }) {
      const { supported } = dataOf(reply);
      if (!Array.isArray(supported) || supported.includes(era)) return true;
      return `requests in ${era} are served, and data.supported is ${shown(supported)}`;
    },
  },
  {
    id: 'mcp/2026-07-28/versioning/unsupported-version-requested',
    must: 'The refusal of a version repeats the one that was asked for.',
    link: NEGOTIATION,
    fix: 'Put the version of the request into "data.requested".',
    ask: askUnknown,
    unless: notUnsupported,
    want({ reply }) {
      const { requested } = dataOf(reply);
      if (typeof requested !== 'string' || requested === UNKNOWN_VERSION) return true;
      return `a request in ${UNKNOWN_VERSION} was refused with data.requested ${shown(requested)}`;
    },
  },
  {
    id: 'mcp/2026-07-28/basic/unsupported-version-later',
    must: 'The version is checked with every request, also after one that was served.',
    link: mcpLink('basic', '2026-07-28', 'statelessness'),
    fix: 'Read the version of each request from its own _meta, and remember none of earlier ones.',
    transports: LINES,
    async run(probe) {
      const good = await probe.alive();
      if (!hasResult(good.reply)) return notObserved('no request was served before');
      const meta = { [VERSION_KEY]: UNKNOWN_VERSION };
      const exchange = await probe.send(probe.write('server/discover', { _meta: meta }));
      const what = `a request in ${UNKNOWN_VERSION} after one in ${probe.era}`;
      return judgeReply(exchange, what, isRefused);
    },
  },
  removedMethod('ping', 'ping'),
  removedMethod('set-level', 'logging/setLevel', { level: 'error' }),
  {
    id: 'mcp/2026-07-28/versioning/initialize-names-versions',
    should:
      'A server without a handshake names the versions that it supports when it refuses initialize.',
    link: mcpLink(
      'versioning',
      '2026-07-28',
      'backward-compatibility-with-initialization-based-versions',
    ),
    fix: 'Say the supported versions in the error: it may be all that users of old clients get to read.',
    ask: initializeAsBefore,
    unless: never,
    want(exchange) {
      if (hasResult(exchange.reply)) {
        return notApplicable('the server also speaks revisions with a handshake');
      }
      if (errorOf(exchange.reply) === undefined) return notObserved('there was no error');
      const said = failureText(exchange.reply);
      if (MCP.some((version) => said.includes(version))) return true;
      return `initialize got ${describe(exchange)}, which names no version`;
    },
  },
  {
    id: 'mcp/2026-07-28/basic/result-type',
    must: 'Every result says its resultType.',
    link: mcpLink('basic', '2026-07-28', 'result-responses'),
    fix: 'Put "resultType": "complete" into every result that is the final one.',
    last({ exchanges, era }) {
      let seen = 0;
      for (const exchange of exchanges) {
        for (const result of resultsIn(exchange, era)) {
          if (typeof result['resultType'] !== 'string') {
            const text = JSON.stringify(result).slice(0, 120);
            return violated(`a result has no resultType: ${text}`, exchange);
          }
          seen += 1;
        }
      }
      return seen === 0 ? notObserved('there was no result') : kept;
    },
  },
  {
    id: 'mcp/2026-07-28/patterns/no-server-requests',
    must: 'The server asks its client nothing: there are no requests of servers any more.',
    link: mcpLink('patterns', '2026-07-28'),
    fix: 'Answer with an InputRequiredResult where the client is needed, instead of sending a request.',
    last({ links, exchanges }) {
      for (const { events } of links) {
        // After a request for a handshake the server may follow the rules of that revision.
        if (events.some(({ way, text }) => way === 'out' && methodOf(text) === 'initialize'))
          continue;
        for (const { way, text, at } of events) {
          const message: ReceivedMessage = { text, value: parseJson(text), at };
          if (way !== 'in' || kindOf(message) !== 'request') continue;
          const around = exchanges.find(({ received: all }) =>
            all.some((each) => each.text === text),
          );
          const why = `the server sent the request ${text.slice(0, 120)}`;
          return around === undefined ? violated(why) : violated(why, around);
        }
      }
      return kept;
    },
  },
]);

function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  );
}

/** On lines, a server that speaks earlier revisions takes a request without `_meta` for one of those. */
async function judgeUnclaimed(
  probe: Probe,
  key: string | undefined,
  what: string,
): Promise<CaseOutcome> {
  const isHttp = probe.transport === 'http';
  if (!isHttp && (await speaksHandshake(probe))) {
    return notApplicable('the server also speaks revisions whose requests have no _meta');
  }
  // The header says a version and the body does not: both rules apply, and none comes first.
  const codes = isHttp ? [-32602, -32020] : [-32602];
  return judgeReply(await probe.send(writeWithout(probe, key)), what, isRefusedWith(...codes));
}

/** A harmless request without a field of its `_meta`, or without `_meta` at all. */
function writeWithout(probe: Probe, key: string | undefined): string {
  const message = JSON.parse(probe.write('server/discover')) as {
    params: { _meta?: Record<string, unknown> };
  };
  const { _meta, ...params } = message.params;
  const left = Object.entries(_meta ?? {}).filter(([name]) => name !== key);
  return JSON.stringify({
    ...message,
    params: { ...params, ...(key !== undefined && { _meta: Object.fromEntries(left) }) },
  });
}

function askUnknown(probe: Probe): Promise<WireExchange> {
  const meta = { [VERSION_KEY]: UNKNOWN_VERSION };
  const text = writeMessage(probe.era, 'server/discover', { _meta: meta }, '1');
  return firstWords(probe, [text], { headers: { 'mcp-protocol-version': UNKNOWN_VERSION } });
}

function notUnsupported({ reply }: WireExchange): CaseOutcome | undefined {
  return codeOf(reply) === -32022 ? undefined : notObserved('there was no -32022');
}

/** The data of an error. Whether it has the form that it must have is for the group `codes`. */
function dataOf(reply: ReceivedMessage | undefined): Readonly<Record<string, unknown>> {
  return objectOrEmpty(errorOf(reply)?.['data']);
}

/** A method of earlier revisions that 2026-07-28 does not have any more. */
function removedMethod(name: string, method: string, params?: object): CaseRow {
  return {
    id: `mcp/2026-07-28/changelog/removed-${name}`,
    should: `The method ${method}, which 2026-07-28 does not have any more, is answered with -32601.`,
    link: 'https://modelcontextprotocol.io/specification/2026-07-28/changelog',
    fix: `Serve ${method} only to clients of revisions that have it.`,
    ask: (probe) => probe.request(method, params),
    what: method,
    want: isRefusedWith(-32601),
  };
}

/** The results of an exchange that answer requests of the revision. */
function resultsIn(
  { sent, responses }: WireExchange,
  era: string,
): readonly Readonly<Record<string, unknown>>[] {
  return responses.flatMap((message) => {
    const id = idTextOf(message.text);
    const request = id === undefined ? undefined : sent.find((text) => idTextOf(text) === id);
    const result = resultOf(message);
    if (request === undefined || result === undefined) return [];
    return versionOf(request) === era ? [result] : [];
  });
}

function versionOf(request: string): unknown {
  const { params } = objectOrEmpty(parseJson(request));
  return objectOrEmpty(objectOrEmpty(params)['_meta'])[VERSION_KEY];
}

function methodOf(text: string): unknown {
  return objectOrEmpty(parseJson(text))['method'];
}
