import { invalidParams } from '../failures.js';
import { objectOf, wrong } from '../methods/params.js';
import type { ListKind, Offer } from '../offer/offer.js';
import type { Filter } from './subscription.js';

/** What of a wish list is honoured: what the server does not offer is left out. */
export function readFilter(params: Readonly<Record<string, unknown>>, offer: Offer): Filter {
  if (params['notifications'] === undefined) throw wrong('notifications', 'object', undefined);
  const wanted = objectOf(params, 'notifications');
  const { resourceSubscriptions: uris = [] } = wanted;
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string')) {
    throw invalidParams('notifications.resourceSubscriptions: a list of URIs');
  }
  const offered: readonly (readonly [ListKind, boolean])[] = [
    ['tools', offer.tools.offered],
    ['resources', offer.offersResources],
    ['prompts', offer.prompts.offered],
  ];
  const lists = offered.filter(([kind, has]) => has && wanted[`${kind}ListChanged`] === true);
  return {
    lists: new Set(lists.map(([kind]) => kind)),
    uris: offer.watchable ? [...new Set(uris as string[])] : [],
  };
}
