import type { Era } from '@errata/core';
import { isLogLevel, LOG_LEVELS, MODERN, objectOrEmpty } from '@errata/core/internal';
import { invalidRequest } from '../failures.js';
import { readClient, type RequestWork } from '../call-context.js';
import type { Offer } from '../offer/offer.js';
import { textOf, wrong } from './params.js';

/** The handshake, for servers that speak these revisions, newest first. A version that is not among them is answered with the newest. */
export function initializeWith(spoken: readonly Era[]): RequestWork {
  return ({ offer, client, params }) => {
    if (client.era !== undefined) {
      const details = 'This connection is initialized already';
      throw invalidRequest(details);
    }
    const requested = textOf(params, 'protocolVersion');
    const era = spoken.find((known) => known === requested) ?? spoken[0]!;
    client.era = era;
    client.info = readClient(params['clientInfo']);
    client.capabilities = objectOrEmpty(params['capabilities']);
    const { instructions } = offer;
    return {
      protocolVersion: era,
      capabilities: capabilitiesOf(offer),
      serverInfo: offer.identity,
      ...(instructions !== undefined && { instructions }),
    };
  };
}

/** `ping`: the server is alive. */
export const ping: RequestWork = () => ({});

/** `server/discover`: replaces the handshake on 2026-07-28. */
export const discover: RequestWork = ({ offer }) => {
  const { instructions } = offer;
  return {
    supportedVersions: [MODERN],
    capabilities: capabilitiesOf(offer),
    ...(instructions !== undefined && { instructions }),
  };
};

/** The capabilities of the server at the moment. */
function capabilitiesOf(offer: Offer): object {
  const { tools, prompts, offersResources, watchable, completable } = offer;
  return {
    // Every handler may log.
    logging: {},
    ...(tools.offered && { tools: LISTED }),
    ...(offersResources && { resources: watchable ? { subscribe: true, ...LISTED } : LISTED }),
    ...(prompts.offered && { prompts: LISTED }),
    ...(completable && { completions: {} }),
  };
}

const LISTED = { listChanged: true } as const;

/** `logging/setLevel`: from which level on the client wants to hear. */
export const setLevel: RequestWork = ({ client, params }) => {
  const { level } = params;
  if (!isLogLevel(level)) throw wrong('level', `one of ${LOG_LEVELS.join(', ')}`, level);
  client.logLevel = level;
  return {};
};
