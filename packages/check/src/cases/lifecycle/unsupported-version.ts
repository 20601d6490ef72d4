import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { membersOf } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { writeMessage } from '../../session/dress.js';
import { MODERN } from '../eras.js';
import { judgeRefusal, judgeRefused } from '../judge-refusal.js';
import { mcpLink } from '../links.js';
import { codeOf, errorOf, hasResult } from '../read-reply.js';
import { firstWords } from './first-words.js';

/** A version that never was. */
const UNKNOWN = '1999-01-01';
const HEADERS = { 'mcp-protocol-version': UNKNOWN } as const;

const ABOUT = {
  group: 'lifecycle',
  keyword: 'MUST',
  eras: MODERN,
} as const;
const NEGOTIATION = mcpLink('versioning', '2026-07-28', 'protocol-version-negotiation');

export const unsupportedVersion: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/versioning/unsupported-version',
  requirement: 'A request in a version that the server does not implement is refused with -32022.',
  link: NEGOTIATION,
  fix: 'Answer with -32022 (Unsupported protocol version), and list the supported versions in its data.',
  run: async (probe) => judgeRefusal(await askUnknown(probe), `a request in ${UNKNOWN}`, [-32022]),
};

export const unsupportedVersionSupported: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/versioning/unsupported-version-supported',
  requirement: 'The refusal of a version lists those that the server does support.',
  link: NEGOTIATION,
  fix: 'Put every version that requests are served in into "data.supported".',
  run: (probe) =>
    judgeData(probe, ({ supported }) =>
      !Array.isArray(supported) || supported.includes(probe.era)
        ? undefined
        : `requests in ${probe.era} are served, and data.supported is ${JSON.stringify(supported).slice(0, 120)}`,
    ),
};

export const unsupportedVersionRequested: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/versioning/unsupported-version-requested',
  requirement: 'The refusal of a version repeats the one that was asked for.',
  link: NEGOTIATION,
  fix: 'Put the version of the request into "data.requested".',
  run: (probe) =>
    judgeData(probe, ({ requested }) =>
      typeof requested !== 'string' || requested === UNKNOWN
        ? undefined
        : `a request in ${UNKNOWN} was refused with data.requested ${JSON.stringify(requested).slice(0, 120)}`,
    ),
};

export const unsupportedVersionLater: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/basic/unsupported-version-later',
  requirement: 'The version is checked with every request, also after one that was served.',
  link: mcpLink('basic', '2026-07-28', 'statelessness'),
  fix: 'Read the version of each request from its own _meta, and remember none of earlier ones.',
  transports: ['stdio', 'tcp'],
  async run(probe) {
    const good = await probe.alive();
    if (!hasResult(good.reply)) return notObserved('no request was served before');
    const meta = { 'io.modelcontextprotocol/protocolVersion': UNKNOWN };
    const exchange = await probe.send(probe.write('server/discover', { _meta: meta }));
    return judgeRefused(exchange, `a request in ${UNKNOWN} after one in ${probe.era}`);
  },
};

function askUnknown(probe: Probe): Promise<Exchange> {
  const meta = { 'io.modelcontextprotocol/protocolVersion': UNKNOWN };
  const text = writeMessage(probe.era, 'server/discover', { _meta: meta }, '1');
  return firstWords(probe, [text], { headers: HEADERS });
}

/** Judge the data of a refusal by what is wrong with it; whether it has the form that it must have is for the group `codes`. */
async function judgeData(
  probe: Probe,
  flawOf: (data: Readonly<Record<string, unknown>>) => string | undefined,
) {
  const exchange = await askUnknown(probe);
  if (codeOf(exchange.reply) !== -32022) return notObserved('there was no -32022');
  const flaw = flawOf(membersOf(errorOf(exchange.reply)?.['data']));
  return flaw === undefined ? kept : violated(flaw, exchange);
}
