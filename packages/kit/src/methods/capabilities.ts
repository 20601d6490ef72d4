import type { Offer } from '../offer/offer.js';

/** What the server can do at the moment, as clients are told. */
export function capabilitiesOf(offer: Offer): object {
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
