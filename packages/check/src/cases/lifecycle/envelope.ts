import { kept, notApplicable, notObserved, violated, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { MODERN } from '../eras.js';
import { judgeRefusal } from '../judge-refusal.js';
import { mcpLink } from '../links.js';
import { describe, errorOf } from '../read-reply.js';
import { speaksHandshake } from './speaks-handshake.js';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

const ABOUT = {
  group: 'lifecycle',
  link: mcpLink('basic', '2026-07-28', 'meta'),
  eras: MODERN,
} as const;

export const metaMissing: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/basic/meta-missing',
  requirement: 'A request without _meta is refused with -32602.',
  keyword: 'MUST',
  fix: 'Refuse requests without the required fields of _meta with -32602, whatever came before on the connection.',
  run: (probe) => judgeUnclaimed(probe, undefined, 'a request without _meta'),
};

export const metaVersionMissing: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/basic/meta-version-missing',
  requirement: 'A request that does not say its protocolVersion in _meta is refused with -32602.',
  keyword: 'MUST',
  fix: `Refuse requests without "${VERSION_KEY}" in _meta with -32602.`,
  run: (probe) => judgeUnclaimed(probe, VERSION_KEY, 'a request without protocolVersion in _meta'),
};

export const metaCapabilitiesMissing: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/basic/meta-capabilities-missing',
  requirement:
    'A request that does not say its clientCapabilities in _meta is refused with -32602.',
  keyword: 'MUST',
  fix: `Refuse requests without "${CAPABILITIES_KEY}" in _meta with -32602.`,
  async run(probe) {
    const exchange = await probe.send(writeWithout(probe, CAPABILITIES_KEY));
    return judgeRefusal(exchange, 'a request without clientCapabilities in _meta', [-32602]);
  },
};

export const metaClientOptional: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/basic/meta-client-optional',
  requirement: 'A request that does not say its clientInfo in _meta is served: it is not required.',
  keyword: 'SHOULD',
  fix: `Do not ask for "${CLIENT_KEY}": clients may be configured not to send it.`,
  async run(probe) {
    const exchange = await probe.send(writeWithout(probe, CLIENT_KEY));
    if (exchange.reply === undefined) return notObserved('there was no reply');
    if (errorOf(exchange.reply) === undefined) return kept;
    return violated(`a request without clientInfo in _meta got ${describe(exchange)}`);
  },
};

/** On lines, a request that does not claim to be of 2026-07-28 is one of an earlier revision for whoever speaks them. */
async function judgeUnclaimed(probe: Probe, key: string | undefined, what: string) {
  const isHttp = probe.transport === 'http';
  if (!isHttp && (await speaksHandshake(probe))) {
    return notApplicable('the server also speaks revisions whose requests have no _meta');
  }
  // The header says a version and the body does not: both rules apply, and none comes first.
  const codes = isHttp ? [-32602, -32020] : [-32602];
  return judgeRefusal(await probe.send(writeWithout(probe, key)), what, codes);
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
