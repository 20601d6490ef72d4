import { kept, notApplicable, notObserved, violated, type Case } from '../../case.js';
import { MCP, MODERN } from '../eras.js';
import { judgeRefusal } from '../judge-refusal.js';
import { mcpLink } from '../links.js';
import { describe, errorOf, failureText, hasResult } from '../read-reply.js';
import { initializeAsBefore } from './speaks-handshake.js';

const ABOUT = { group: 'lifecycle', keyword: 'SHOULD', eras: MODERN } as const;

/** A method of earlier revisions that 2026-07-28 does not have any more. */
function removedMethod(name: string, method: string, params?: object): Case {
  return {
    ...ABOUT,
    id: `mcp/2026-07-28/changelog/removed-${name}`,
    requirement: `The method ${method}, which 2026-07-28 does not have any more, is answered with -32601.`,
    link: 'https://modelcontextprotocol.io/specification/2026-07-28/changelog',
    fix: `Serve ${method} only to clients of revisions that have it.`,
    run: async (probe) => judgeRefusal(await probe.request(method, params), method, [-32601]),
  };
}

export const removedPing = removedMethod('ping', 'ping');
export const removedSetLevel = removedMethod('set-level', 'logging/setLevel', { level: 'error' });

export const initializeNamesVersions: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/versioning/initialize-names-versions',
  requirement:
    'A server without a handshake names the versions that it supports when it refuses initialize.',
  link: mcpLink(
    'versioning',
    '2026-07-28',
    'backward-compatibility-with-initialization-based-versions',
  ),
  fix: 'Say the supported versions in the error: it may be all that users of old clients get to read.',
  async run(probe) {
    const exchange = await initializeAsBefore(probe);
    if (hasResult(exchange.reply)) {
      return notApplicable('the server also speaks revisions with a handshake');
    }
    if (errorOf(exchange.reply) === undefined) return notObserved('there was no error');
    const said = failureText(exchange.reply);
    if (MCP.some((version) => said.includes(version))) return kept;
    return violated(`initialize got ${describe(exchange)}, which names no version`, exchange);
  },
};
