import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { initializeParams } from '../../session/shake-hands.js';
import { MCP, WITH_HANDSHAKE } from '../eras.js';
import { mcpLink } from '../links.js';
import { describe, failureText, hasResult, resultOf } from '../read-reply.js';
import { beforeHandshake, UNKNOWN_VERSION } from './before-handshake.js';

export const unknownVersionNotEchoed: Case = {
  id: 'mcp/2024-11-05/lifecycle/unknown-version-not-echoed',
  group: 'lifecycle',
  requirement: 'A version that the server does not know is not agreed to.',
  link: mcpLink('lifecycle', '2025-11-25', 'version-negotiation'),
  keyword: 'MUST',
  fix: 'Answer initialize with the newest version that you support, not with whatever was asked for.',
  eras: WITH_HANDSHAKE,
  async run(probe) {
    const { unknownVersion: exchange } = await beforeHandshake(probe);
    const result = resultOf(exchange.reply);
    if (result === undefined) return notObserved('there was no result');
    if (result['protocolVersion'] !== UNKNOWN_VERSION) return kept;
    return violated(
      `initialize with the version ${UNKNOWN_VERSION} was answered with it`,
      exchange,
    );
  },
};

export const unknownVersionNegotiated: Case = {
  id: 'mcp/2024-11-05/lifecycle/unknown-version-negotiated',
  group: 'lifecycle',
  requirement:
    'A version that the server does not know is answered with one that it does, or an error that names them.',
  link: mcpLink('lifecycle', '2025-11-25', 'version-negotiation'),
  keyword: 'SHOULD',
  fix: 'Answer initialize with the newest version that you support, or list the versions in "data.supported".',
  eras: WITH_HANDSHAKE,
  async run(probe) {
    const { unknownVersion: exchange } = await beforeHandshake(probe);
    if (exchange.state === 'closed') return notObserved('the connection did not survive it');
    if (hasResult(exchange.reply)) return kept;
    if (namesVersion(failureText(exchange.reply))) return kept;
    if (!(await canBegin(probe))) return notObserved('no other handshake is accepted either');
    return violated(
      `initialize with the version ${UNKNOWN_VERSION} got ${describe(exchange)}, which names no version`,
      exchange,
    );
  },
};

/** Whether there is a revision in a text that is not the one that was asked for. */
function namesVersion(text: string): boolean {
  return MCP.some((version) => text.includes(version));
}

/** A server may hold one conversation at a time, and refuse every other. */
async function canBegin(probe: Probe): Promise<boolean> {
  const session = await probe.open({ handshake: false });
  const { reply } = await session.request('initialize', initializeParams(probe.era));
  return hasResult(reply);
}
