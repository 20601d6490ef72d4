import { erlmcp } from '@errata/catalogs/erlmcp';
import type { Offer } from '../offer/offer.js';
import type { Watch } from '../resource.js';

/** How a resource is watched. Throws where there is none, or none that can be watched. */
export function findWatch(offer: Offer, uri: string): Watch {
  const owner = offer.ownerOf(uri);
  if (owner === undefined) throw erlmcp.RESOURCE_NOT_FOUND({ uri });
  const { watch } = owner;
  if (watch === undefined) {
    throw erlmcp.SUBSCRIPTION_FAILED({ uri, details: 'This resource does not tell of changes' });
  }
  return (watched, onChange) => watch.call(owner, watched, onChange);
}
