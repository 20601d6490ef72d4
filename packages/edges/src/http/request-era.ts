import type { Incoming, Params } from '@errata/core/codec';
import { membersOf } from '@errata/core/contract';
import { ERA_RULES, type Era } from '@errata/core/era';
import type { Met } from '@errata/core/server';
import { trimOws } from './header-value.js';
import type { HttpHead } from './http-messages.js';
import { claimOf, ENVELOPED, mismatch, unsupported, VERSION_HEADER } from './modern-rules.js';
import { MODERN, type Settings } from './settings.js';

/** By whose rules a message is judged: those of 2026-07-28, a handshake, a message after one, or nobody's. */
export type Route =
  | { readonly kind: 'modern' }
  | { readonly kind: 'initialize'; readonly era: Era }
  | { readonly kind: 'legacy'; readonly era: Era | undefined }
  | { readonly kind: 'refused'; readonly met: Met };

/** What revisions without the header are taken for (MCP, protocol version header). */
const ASSUMED: Era = '2025-03-26';

export function versionOf(head: HttpHead): string | undefined {
  const header = head.header('mcp-protocol-version');
  return header === undefined ? undefined : trimOws(header);
}

/** The era in whose words something is refused before the era is known. */
export function presumedEra(head: HttpHead, { served, legacy }: Settings): Era {
  const version = versionOf(head) as Era | undefined;
  return version !== undefined && served.includes(version) ? version : (legacy ?? served[0]!);
}

/** Find out which revision a message of MCP is in: by its envelope and the header, then by the handshake. */
export function routeOf(incoming: Incoming, head: HttpHead, settings: Settings): Route {
  const { served, modern, legacy } = settings;
  const version = versionOf(head);
  const claim = 'params' in incoming ? claimOf(incoming.params) : undefined;
  if (modern) {
    if (version === MODERN || claim?.version === MODERN) return { kind: 'modern' };
    const strange = claim?.present === true && !isLegacy(claim.version, served);
    // A malformed claim is a broken rule; a version of the future is one that is not spoken here.
    if (strange && typeof claim.version !== 'string') return { kind: 'modern' };
    if (strange) return { kind: 'refused', met: unsupported(ENVELOPED, claim.version) };
  }
  const initialize = incoming.kind === 'request' && incoming.method === 'initialize';
  if (legacy === undefined) {
    return { kind: 'refused', met: foreign(initialize, incoming, version, served) };
  }
  if (version !== undefined && !isLegacy(version, served)) {
    return { kind: 'refused', met: unsupported(served, version) };
  }
  if (initialize) {
    const requested = requestedIn(incoming.params);
    return { kind: 'initialize', era: isLegacy(requested, served) ? requested : legacy };
  }
  return { kind: 'legacy', era: (version as Era | undefined) ?? assumed(served) };
}

/** What a client with a handshake is told where only 2026-07-28 is spoken. */
function foreign(
  initialize: boolean,
  incoming: Incoming,
  version: string | undefined,
  served: readonly Era[],
): Met {
  if (initialize && 'params' in incoming) return unsupported(served, requestedIn(incoming.params));
  return version === undefined ? mismatch(VERSION_HEADER) : unsupported(served, version);
}

function requestedIn(params: Params | undefined): unknown {
  return membersOf(params)['protocolVersion'];
}

function assumed(served: readonly Era[]): Era | undefined {
  return served.includes(ASSUMED) ? ASSUMED : undefined;
}

/** Whether a value is a served revision with a handshake. */
export function isLegacy(version: unknown, served: readonly Era[]): version is Era {
  return served.includes(version as Era) && version !== MODERN && ERA_RULES[version as Era].mcp;
}
