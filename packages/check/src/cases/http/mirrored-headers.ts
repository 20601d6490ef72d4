import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { MODERN } from '../eras.js';
import { mcpLink } from '../links.js';
import { codeOf, describe, hasResult } from '../read-reply.js';
import { statusOf, unjudged } from './asks.js';
import { namedTargets, type Target } from './named-target.js';
import { unlessEarlier } from './unless-earlier.js';

const DISCOVER: Target = { method: 'server/discover', params: undefined, name: undefined };
const WHERE = { group: 'http', eras: MODERN, transports: ['http'], keyword: 'MUST' } as const;

/** One way in which headers do not repeat what the body says. */
interface Row {
  readonly name: string;
  readonly requirement: string;
  readonly fix: string;
  readonly target: 'any' | 'named';
  readonly headers: Readonly<Record<string, string>>;
  /** What a server may say as well, because the revision does not tell which of two mistakes comes first. */
  readonly alsoCode?: number;
  /** Servers for earlier clients may do without the header. */
  readonly optional?: true;
}

const ROWS: readonly Row[] = [
  {
    name: 'method-wrong',
    requirement: 'A request whose Mcp-Method is not its method is refused with 400 and -32020.',
    fix: 'Compare Mcp-Method with the method of the body.',
    target: 'any',
    headers: { 'mcp-method': 'errata-check/other' },
  },
  {
    name: 'method-case',
    requirement: 'Mcp-Method is compared with upper and lower case told apart.',
    fix: 'Compare the value of Mcp-Method as it is.',
    target: 'any',
    headers: { 'mcp-method': 'Server/Discover' },
  },
  {
    name: 'method-missing',
    requirement: 'A request without Mcp-Method is refused with 400 and -32020.',
    fix: 'Refuse requests without Mcp-Method.',
    target: 'any',
    headers: { 'mcp-method': '' },
  },
  {
    name: 'name-wrong',
    requirement: 'A request whose Mcp-Name is not its name or URI is refused with 400 and -32020.',
    fix: 'Compare Mcp-Name with params.name or params.uri.',
    target: 'named',
    headers: { 'mcp-name': 'errata-check-other' },
  },
  {
    name: 'name-missing',
    requirement:
      'A request for something by its name without Mcp-Name is refused with 400 and -32020.',
    fix: 'Refuse tools/call, prompts/get and resources/read without Mcp-Name.',
    target: 'named',
    headers: { 'mcp-name': '' },
  },
  {
    name: 'version-wrong',
    requirement:
      'A request whose MCP-Protocol-Version is not that of its _meta is refused with 400 and -32020.',
    fix: 'Compare MCP-Protocol-Version with the protocolVersion of _meta.',
    target: 'any',
    headers: { 'mcp-protocol-version': '2025-11-25' },
    alsoCode: -32022,
  },
  {
    name: 'version-missing',
    requirement: 'A request without MCP-Protocol-Version is refused with 400 and -32020.',
    fix: 'Refuse requests without MCP-Protocol-Version where no clients before 2025-06-18 are served.',
    target: 'any',
    headers: { 'mcp-protocol-version': '' },
    optional: true,
  },
];

/** Headers that do not repeat the body are not let through. */
export const MIRROR_CASES: readonly Case[] = ROWS.map((row) => ({
  ...WHERE,
  id: `mcp/2026-07-28/streamable-http/${row.name}`,
  requirement: row.requirement,
  link: mcpLink('http', '2026-07-28', 'server-validation'),
  fix: row.fix,
  async run(probe) {
    const { exchange, skipped } = await askWith(probe, row.target, () => row.headers);
    if (exchange === undefined) return skipped;
    const code = codeOf(exchange.reply);
    if (statusOf(exchange) === 400 && (code === -32020 || code === row.alsoCode)) return kept;
    const [shown] = Object.entries(row.headers);
    const how = shown![1] === '' ? `without ${shown![0]}` : `with "${shown!.join(': ')}"`;
    const why = `a request ${how} got ${describe(exchange)}`;
    return row.optional ? unlessEarlier(probe, exchange, why) : violated(why, exchange);
  },
}));

export const encodedNameUnderstood: Case = {
  ...WHERE,
  id: 'mcp/2026-07-28/streamable-http/name-base64',
  requirement: 'A name that is written in Base64 in Mcp-Name is decoded before it is compared.',
  link: mcpLink('http', '2026-07-28', 'value-encoding'),
  fix: 'Decode values of Mcp-Name that are written =?base64?…?=.',
  async run(probe) {
    const { exchange, skipped } = await askWith(probe, 'named', (name) => ({
      'mcp-name': `=?base64?${Buffer.from(name).toString('base64')}?=`,
    }));
    if (exchange === undefined) return skipped;
    if (hasResult(exchange.reply)) return kept;
    return violated(`a request with its name in Base64 got ${describe(exchange)}`, exchange);
  },
};

type Asked =
  | { readonly exchange: Exchange; readonly skipped?: never }
  | { readonly exchange?: never; readonly skipped: Outcome };

/** A request that is known to be served, once more with other headers. */
async function askWith(
  probe: Probe,
  kind: Row['target'],
  headers: (name: string) => Readonly<Record<string, string>>,
): Promise<Asked> {
  for (const { method, params, name = '' } of kind === 'any' ? [DISCOVER] : namedTargets(probe)) {
    const good = await probe.request(method, params);
    if (!hasResult(good.reply)) continue;
    const exchange = await probe.http({
      body: probe.write(method, params),
      headers: headers(name),
    });
    const skipped = unjudged(exchange);
    return skipped === undefined ? { exchange } : { skipped };
  }
  return { skipped: notObserved('nothing could be asked for that the headers have to repeat') };
}
