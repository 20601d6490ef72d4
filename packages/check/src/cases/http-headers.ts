import { kept, notApplicable, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange } from '../exchange.js';
import type { Probe } from '../probe.js';
import { defineCases, never, type CaseRow } from './define-cases.js';
import {
  askWithHeader,
  handshakeSince,
  hasStatus,
  statusOf,
  unjudged,
  unlessEarlier,
  unrefused,
} from './http-answers.js';
import { mcpLink } from './spec.js';
import { codeOf, describe, errorOf, hasResult } from './read-reply.js';

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

/** Headers that do not repeat the body. */
const MIRRORED: readonly {
  readonly name: string;
  readonly must: string;
  readonly fix: string;
  readonly header: string;
  /** The empty text leaves it out. */
  readonly value: string;
  readonly codes?: readonly unknown[];
  /** Servers for earlier clients may do without the header. */
  readonly isOptional?: true;
}[] = [
  {
    name: 'method-wrong',
    must: 'A request whose Mcp-Method is not its method is refused with 400 and -32020.',
    fix: 'Compare Mcp-Method with the method of the body.',
    header: 'mcp-method',
    value: 'errata-check/other',
  },
  {
    name: 'method-case',
    must: 'Mcp-Method is compared case-sensitively.',
    fix: 'Compare the value of Mcp-Method as it is.',
    header: 'mcp-method',
    value: 'Server/Discover',
  },
  {
    name: 'method-missing',
    must: 'A request without Mcp-Method is refused with 400 and -32020.',
    fix: 'Refuse requests without Mcp-Method.',
    header: 'mcp-method',
    value: '',
  },
  {
    name: 'name-wrong',
    must: 'A request whose Mcp-Name is not its name or URI is refused with 400 and -32020.',
    fix: 'Compare Mcp-Name with params.name or params.uri.',
    header: 'mcp-name',
    value: 'errata-check-other',
  },
  {
    name: 'name-missing',
    must: 'A request for something by its name without Mcp-Name is refused with 400 and -32020.',
    fix: 'Refuse tools/call, prompts/get and resources/read without Mcp-Name.',
    header: 'mcp-name',
    value: '',
  },
  {
    name: 'version-wrong',
    must: 'A request whose MCP-Protocol-Version is not that of its _meta is refused with 400 and -32020.',
    fix: 'Compare MCP-Protocol-Version with the protocolVersion of _meta.',
    header: 'mcp-protocol-version',
    value: '2025-11-25',
    // The revision does not tell which of two mistakes comes first.
    codes: [-32020, -32022],
  },
  {
    name: 'version-missing',
    must: 'A request without MCP-Protocol-Version is refused with 400 and -32020.',
    fix: 'Refuse requests without MCP-Protocol-Version where no clients before 2025-06-18 are served.',
    header: 'mcp-protocol-version',
    value: '',
    isOptional: true,
  },
];

const VERSION_HEADER = mcpLink('transports', '2025-11-25', 'protocol-version-header');
const MODERN_HEADER = mcpLink('http', '2026-07-28', 'protocol-version-header');
const VALIDATION = mcpLink('http', '2026-07-28', 'server-validation');
const COMMON = { group: 'http', link: VALIDATION, transports: ['http'], unless: unjudged } as const;

/** Revisions, methods and names in headers, and the statuses of what they are refused with. */
export const HTTP_HEADERS_CASES = defineCases(COMMON, [
  {
    id: 'mcp/2025-06-18/transports/unsupported-version-400',
    must: 'A request whose MCP-Protocol-Version is not supported is refused with 400.',
    link: VERSION_HEADER,
    fix: 'Answer with 400 where the MCP-Protocol-Version header names a revision that is not served.',
    eras: handshakeSince('2025-06-18'),
    ask: (probe) => askWithHeader(probe, 'mcp-protocol-version', NEVER),
    what: `a request with "MCP-Protocol-Version: ${NEVER}"`,
    want: hasStatus(400),
  },
  {
    id: 'mcp/2025-06-18/transports/missing-version-served',
    should: 'A request without MCP-Protocol-Version is served in the revision of its session.',
    link: VERSION_HEADER,
    fix: 'Go by the revision that initialize settled on where the MCP-Protocol-Version header is missing.',
    eras: handshakeSince('2025-06-18'),
    ask: (probe) => askWithHeader(probe, 'mcp-protocol-version', ''),
    what: 'a request without MCP-Protocol-Version',
    unless: (exchange) =>
      exchange.httpRequests?.[0]?.headers['mcp-session-id'] === undefined
        ? notApplicable('without a session the revision cannot be known')
        : unjudged(exchange),
    want: ({ reply }) => hasResult(reply),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/unsupported-version-400',
    must: 'The refusal of a revision that is not supported has the status 400.',
    link: MODERN_HEADER,
    fix: 'Send error -32022 with 400 Bad Request.',
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
    link: MODERN_HEADER,
    fix: 'Send error -32601 with 404 Not Found.',
    ask: (probe) => probe.request(UNKNOWN_METHOD),
    what: `the method ${UNKNOWN_METHOD}`,
    unless: unrefused,
    want: hasStatus(404),
  },
  {
    id: 'mcp/2026-07-28/streamable-http/unknown-method-body',
    must: 'The 404 to an unknown method is a JSON-RPC error, which tells it from a wrong URL.',
    link: MODERN_HEADER,
    fix: 'Send error -32601 as the body of the 404.',
    ask: (probe) => probe.request(UNKNOWN_METHOD),
    unless: never,
    want({ httpAnswers, reply }) {
      if (httpAnswers[0]?.status !== 404) return notObserved('it was not refused with 404');
      const body = JSON.stringify(httpAnswers[0].body.slice(0, 80));
      return errorOf(reply) !== undefined || `the method ${UNKNOWN_METHOD} got 404 with ${body}`;
    },
  },
  {
    id: 'mcp/2026-07-28/streamable-http/missing-meta-400',
    must: 'The refusal of a request without _meta has the status 400.',
    link: mcpLink('basic', '2026-07-28', 'meta'),
    fix: 'Send error -32602 with 400 Bad Request where a required field of _meta is missing.',
    ask: (probe) =>
      probe.http({
        body: '{"jsonrpc":"2.0","id":"errata-check-meta","method":"server/discover","params":{}}',
      }),
    what: 'a request without _meta',
    unless: unrefused,
    want: hasStatus(400),
  },
  ...MIRRORED.map(({ name, must, fix, header, value, codes = [-32020], isOptional }): CaseRow => ({
    id: `mcp/2026-07-28/streamable-http/${name}`,
    must,
    link: VALIDATION,
    fix,
    async run(probe) {
      const exchange = await askWith(probe, header, () => value);
      if ('kind' in exchange) return exchange;
      if (statusOf(exchange) === 400 && codes.includes(codeOf(exchange.reply))) return true;
      const how = value === '' ? `without ${header}` : `with "${header}: ${value}"`;
      const why = `a request ${how} got ${describe(exchange)}`;
      return isOptional ? unlessEarlier(probe, exchange, why) : violated(why, exchange);
    },
  })),
  {
    id: 'mcp/2026-07-28/streamable-http/name-base64',
    must: 'A name that is written in Base64 in Mcp-Name is decoded before it is compared.',
    link: mcpLink('http', '2026-07-28', 'value-encoding'),
    fix: 'Decode values of Mcp-Name that are written =?base64?…?=.',
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

/** A request that is known to be served, once more with another header; or why that says nothing. */
async function askWith(
  probe: Probe,
  header: string,
  value: (name: string) => string,
): Promise<WireExchange | CaseOutcome> {
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
