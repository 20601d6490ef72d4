import { kept, notApplicable, violated, type Case } from '../../case.js';
import { MODERN } from '../eras.js';
import { mcpLink } from '../links.js';
import { describe, hasResult } from '../read-reply.js';
import { harmlessText, statusOf, unjudged } from './asks.js';
import { handshakeSince } from './eras.js';

/** No revision was ever called so. */
const NEVER = '1999-01-01';

export const unsupportedVersionHeader: Case = {
  id: 'mcp/2025-06-18/transports/unsupported-version-400',
  group: 'http',
  requirement: 'A request whose MCP-Protocol-Version is not supported is refused with 400.',
  link: mcpLink('transports', '2025-11-25', 'protocol-version-header'),
  keyword: 'MUST',
  fix: 'Answer with 400 where the MCP-Protocol-Version header names a revision that is not served.',
  eras: handshakeSince('2025-06-18'),
  transports: ['http'],
  async run(probe) {
    const exchange = await probe.http({
      body: harmlessText(probe),
      headers: { 'mcp-protocol-version': NEVER },
    });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (statusOf(exchange) === 400) return kept;
    return violated(`a request with "MCP-Protocol-Version: ${NEVER}" got ${describe(exchange)}`);
  },
};

export const missingVersionHeaderServed: Case = {
  id: 'mcp/2025-06-18/transports/missing-version-served',
  group: 'http',
  requirement: 'A request without MCP-Protocol-Version is served in the revision of its session.',
  link: mcpLink('transports', '2025-11-25', 'protocol-version-header'),
  keyword: 'SHOULD',
  fix: 'Go by the revision that initialize settled on where the MCP-Protocol-Version header is missing.',
  eras: handshakeSince('2025-06-18'),
  transports: ['http'],
  async run(probe) {
    const exchange = await probe.http({
      body: harmlessText(probe),
      headers: { 'mcp-protocol-version': '' },
    });
    if (exchange.asked?.[0]?.headers['mcp-session-id'] === undefined) {
      return notApplicable('without a session the revision cannot be known');
    }
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (hasResult(exchange.reply)) return kept;
    return violated(`a request without MCP-Protocol-Version got ${describe(exchange)}`);
  },
};

export const unsupportedVersionStatus: Case = {
  id: 'mcp/2026-07-28/streamable-http/unsupported-version-400',
  group: 'http',
  requirement: 'The refusal of a revision that is not supported has the status 400.',
  link: mcpLink('http', '2026-07-28', 'protocol-version-header'),
  keyword: 'MUST',
  fix: 'Send error -32022 with 400 Bad Request.',
  eras: MODERN,
  transports: ['http'],
  async run(probe) {
    const meta = { 'io.modelcontextprotocol/protocolVersion': NEVER };
    const exchange = await probe.http({
      body: probe.write('server/discover', { _meta: meta }),
      headers: { 'mcp-protocol-version': NEVER },
    });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (statusOf(exchange) === 400) return kept;
    return violated(`a request in revision ${NEVER} got ${describe(exchange)}`);
  },
};
