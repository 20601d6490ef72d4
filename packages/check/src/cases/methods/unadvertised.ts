import type { Era } from '@errata/core/era';
import { kept, notObserved, type Case, type Outcome } from '../../case.js';
import { isObject } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { beginningOf } from '../beginning.js';
import { MODERN, since, WITH_HANDSHAKE } from '../eras.js';
import { judgeRefusal } from '../judge-refusal.js';
import { mcpLink } from '../links.js';

/** A harmless request for each capability. */
const REQUESTS: readonly {
  readonly capability: string;
  readonly method: string;
  readonly params?: object;
  readonly eras?: readonly Era[];
}[] = [
  { capability: 'tools', method: 'tools/list' },
  { capability: 'resources', method: 'resources/list' },
  { capability: 'prompts', method: 'prompts/list' },
  {
    capability: 'completions',
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/prompt', name: 'errata-no-such-prompt' },
      argument: { name: 'errata', value: '' },
    },
    eras: since('2025-03-26'),
  },
  {
    capability: 'logging',
    method: 'logging/setLevel',
    params: { level: 'error' },
    eras: WITH_HANDSHAKE,
  },
];

const ABOUT = {
  group: 'methods',
  requirement:
    'A method of a capability that the server did not advertise is answered with -32601.',
  fix: 'Advertise the capability, or answer its methods with -32601 (Method not found).',
  deviation: 'own-code',
} as const;

export const unadvertised: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/unadvertised-capability',
  link: mcpLink('lifecycle', '2025-11-25', 'capability-negotiation'),
  keyword: 'SHOULD',
  eras: WITH_HANDSHAKE,
  run: judgeUnadvertised,
};

export const unadvertisedModern: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/schema/unadvertised-capability',
  link: 'https://modelcontextprotocol.io/specification/2026-07-28/schema#methodnotfounderror',
  keyword: 'MUST',
  eras: MODERN,
  run: judgeUnadvertised,
};

async function judgeUnadvertised(probe: Probe): Promise<Outcome> {
  const { era, offer } = probe;
  if (!isObject(beginningOf(probe)?.result['capabilities'])) {
    return notObserved('the server did not say what it can do');
  }
  const left = REQUESTS.filter(
    ({ capability, eras }) =>
      eras?.includes(era) !== false && !Object.hasOwn(offer.capabilities, capability),
  );
  if (left.length === 0) return notObserved('the server advertises everything');
  for (const { method, params, capability } of left) {
    const what = `${method} without the capability ${capability}`;
    const outcome = judgeRefusal(await probe.request(method, params), what, [-32601]);
    if (outcome.kind !== 'kept') return outcome;
  }
  return kept;
}
