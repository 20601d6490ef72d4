import {
  idValue,
  type IdText,
  type RequestMessage,
  membersOf,
  type Exchange,
  isPromise,
  type Maybe,
  quietly,
  SUBSCRIPTION_KEY,
} from '@errata/core/internal';
import { invalidRequest } from '../failures.js';
import type { Client } from '../client.js';
import { findWatch } from '../methods/find-watch.js';
import type { Offer } from '../offer/offer.js';
import { readFilter } from './read-filter.js';
import type { Subscription } from './subscription.js';
import { type Tell } from './subscription.js';

/** Begin what `subscriptions/listen` asks for. It is acknowledged when every watcher has begun; where one cannot, none stays. */
export function listen(subscription: Subscription, params: unknown, offer: Offer): Maybe<void> {
  const { watchers } = subscription;
  const filter = readFilter(membersOf(params), offer);
  const begin = (uri: string): Maybe<void> =>
    watchers.start(uri, findWatch(offer, uri), () => subscription.updated(uri));
  const pending = filter.uris.map(begin).filter(isPromise);
  if (pending.length === 0) return subscription.acknowledge(filter);
  return Promise.all(pending).then(() => subscription.acknowledge(filter));
}

/** On a wire of lines the id is pasted as it came. */
export function tellOnWire(id: IdText, client: Client): Tell {
  const meta = `"_meta":{${JSON.stringify(SUBSCRIPTION_KEY)}:${id}}`;
  return (method, params) => {
    const rest = JSON.stringify(params).slice(1);
    const separator = rest === '}' ? '' : ',';
    client.send(
      `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":{${meta}${separator}${rest}}`,
    );
  };
}

/** Over HTTP the stream of the request takes values, not texts. */
export function tellInExchange({ id }: RequestMessage, exchange: Exchange): Tell {
  const value = idValue(id);
  // An id whose digits would come back changed names no subscription.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    const details =
      'id: a string, or a whole number below 2^53, where subscriptions are named by it';
    throw invalidRequest(details);
  }
  const accept = exchange.header?.('accept');
  if (accept !== undefined && !EVENTS.test(accept)) {
    throw invalidRequest('Accept: text/event-stream, to listen to');
  }
  const _meta = { [SUBSCRIPTION_KEY]: value };
  return (method, params) => void quietly(() => exchange.notify?.(method, { _meta, ...params }));
}

const EVENTS = /text\/event-stream|text\/\*|\*\/\*/i;
