import { whenReady } from '@errata/core/internal';
import type { Work } from '../request.js';
import { findWatch } from './find-watch.js';
import { requireOffered, textOf } from './params.js';

const CAPABILITY = 'resources.subscribe';

/** `resources/subscribe`: the client hears of every change until it unsubscribes or leaves. */
export const subscribe: Work = ({ offer, client, params }) => {
  requireOffered(offer.watchable, CAPABILITY);
  const uri = textOf(params, 'uri');
  const tell = (): void => client.tell('notifications/resources/updated', { uri });
  return whenReady(client.watchers.start(uri, findWatch(offer, uri), tell), () => ({}));
};

/** `resources/unsubscribe`: also where there is nothing to end. */
export const unsubscribe: Work = ({ offer, client, params }) => {
  requireOffered(offer.watchable, CAPABILITY);
  client.watchers.stop(textOf(params, 'uri'));
  return {};
};
