import {
  claimedVersion,
  hasClaim,
  headerMismatch,
  membersOf,
  MODERN,
  unsupportedVersion,
  VERSION_HEADER,
  type IdText,
  type Incoming,
  type Met,
  type Params,
} from '@errata/core/internal';
import { ERA_RULES, type Era } from '@errata/core';
import type { HttpHead } from './http-messages.js';
import { versionOf } from './modern-rules.js';
import type { About } from './refusals.js';
import type { Settings } from './settings.js';

/** By whose rules a message is judged: those of 2026-07-28, a handshake, a message after one, or nobody's. */
export type Route =
  | { readonly kind: 'modern' }
  | { readonly kind: 'initialize'; readonly era: Era }
  | { readonly kind: 'legacy'; readonly era: Era | undefined }
  | { readonly kind: 'refused'; readonly met: Met };

/** What revisions without the header are taken for (MCP, protocol version header). */
const ASSUMED: Era = '2025-03-26';

/** The era in whose words something is refused before the era is known. */
function presumedEra(head: HttpHead, { served, legacy }: Settings): Era {
  const version = versionOf(head) as Era | undefined;
  return version !== undefined && served.includes(version) ? version : (legacy ?? served[0]!);
}

/** What a refusal is about, as far as the head tells. */
export function presume(head: HttpHead, settings: Settings, id?: IdText): About {
  return { era: presumedEra(head, settings), head, id };
}

/** Find out which revision a message of MCP is in: by its envelope and the header, then by the handshake. */
export function routeOf(incoming: Incoming, head: HttpHead, settings: Settings): Route {
  const { served, modern, legacy } = settings;
  const version = versionOf(head);
  if (modern) {
    if (version === MODERN) return { kind: 'modern' };
    const params = 'params' in incoming ? incoming.params : undefined;
    const claimed = claimedVersion(params);
    // A malformed claim is a broken rule; a version of the future is one that is not spoken here.
    const strange = hasClaim(params) && !isLegacy(claimed, served);
    if (claimed === MODERN || (strange && typeof claimed !== 'string')) return { kind: 'modern' };
    if (strange) return { kind: 'refused', met: unsupportedVersion([MODERN], claimed) };
  }
  const initialize = incoming.kind === 'request' && incoming.method === 'initialize';
  if (legacy === undefined) {
    return { kind: 'refused', met: foreign(initialize, incoming, version, served) };
  }
  if (version !== undefined && !isLegacy(version, served)) {
    return { kind: 'refused', met: unsupportedVersion(served, version) };
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
  if (initialize && 'params' in incoming)
    return unsupportedVersion(served, requestedIn(incoming.params));
  return version === undefined
    ? headerMismatch(VERSION_HEADER)
    : unsupportedVersion(served, version);
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
