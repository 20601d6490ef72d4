import { resourceNotFound, subscriptionFailed } from '../failures.js';
import type { Offer } from '../offer/offer.js';
import type { Watch } from '../resource.js';

/** How a resource is watched. Throws where there is none, or none that can be watched. */
export function findWatch(offer: Offer, uri: string): Watch {
  const owner = offer.ownerOf(uri);
  if (owner === undefined) throw resourceNotFound(uri);
  const { watch } = owner;
  if (watch === undefined) {
    throw subscriptionFailed(uri, 'This resource does not announce changes');
  }
  return (watched, onChange) => watch.call(owner, watched, onChange);
}
