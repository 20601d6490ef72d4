import {
  encodeResult,
  type Exchange,
  idKey,
  type IdText,
  idValue,
  ignoringErrors,
  isPromise,
  type Maybe,
  MODERN,
  objectOrEmpty,
  type RequestMessage,
  SUBSCRIPTION_KEY,
  Call,
} from '@errata/core/internal';
import type { Client } from '../call-context.js';
import type { KitState } from './generations.js';
import { type Filter, Subscription, type Tell } from './subscription.js';
import { invalidParams, invalidRequest } from '../failures.js';
import { findWatch } from '../methods/resources.js';
import type { ListKind, Offer } from '../offer/offer.js';
import { objectOf, wrong } from '../methods/params.js';

/** The subscriptions of one client of 2026-07-28. */
export class Subscriptions {
  readonly #state: KitState;
  readonly #client: Client;
  /** Whether each has its own stream, as over HTTP. */
  readonly #streamed: boolean;
  readonly #live = new Map<string, Subscription>();

  constructor(state: KitState, client: Client, streamed: boolean) {
    this.#state = state;
    this.#client = client;
    this.#streamed = streamed;
  }

  get size(): number {
    return this.#live.size;
  }

  has(id: IdText): boolean {
    return this.#live.has(idKey(id));
  }

  /** Start one. Over HTTP the reply comes when it ends; on lines it is sent then. */
  open(message: RequestMessage, exchange: Exchange | undefined): Maybe<string | undefined> {
    const { id, method, params } = message;
    const call = new Call(method, id, exchange);
    const failed = (thrown: unknown): string | undefined => {
      const reply = this.#state.generations.of(MODERN).answers.fail(thrown, call, params);
      this.#state.answered(call);
      return reply;
    };
    try {
      const opened =
        this.#streamed && exchange !== undefined
          ? this.#openInExchange(message, exchange)
          : this.#openOnWire(message);
      return isPromise(opened) ? opened.catch(failed) : opened;
    } catch (thrown) {
      return failed(thrown);
    }
  }

  /** The one that a cancellation means, if there is exactly one: a number beyond 2^53 was rounded when it was parsed. */
  cancel(requestId: unknown): void {
    const meant = [...this.#live.values()].filter(({ id }) => idValue(id) === requestId);
    if (meant.length === 1) meant[0]!.cancel();
  }

  close(): void {
    for (const subscription of [...this.#live.values()]) subscription.cancel();
  }

  finish(): void {
    for (const subscription of [...this.#live.values()]) subscription.finish();
  }

  #openOnWire({ id, params }: RequestMessage): Maybe<undefined> {
    const client = this.#client;
    const subscription = this.#keep(new Subscription(id, tellOnWire(id, client)), (reply) => {
      if (reply !== undefined) client.send(reply);
    });
    const begun = this.#begin(subscription, params);
    return isPromise(begun) ? begun.then(() => undefined) : undefined;
  }

  async #openInExchange(message: RequestMessage, exchange: Exchange): Promise<string | undefined> {
    const { id, params } = message;
    const subscription = new Subscription(id, tellInExchange(message, exchange));
    const ended = new Promise<string | undefined>((resolve) => this.#keep(subscription, resolve));
    await this.#begin(subscription, params);
    return ended;
  }

  #keep(subscription: Subscription, onEnd: (reply: string | undefined) => void): Subscription {
    const { id } = subscription;
    const key = idKey(id);
    this.#live.set(key, subscription);
    this.#state.subscriptions.add(subscription);
    subscription.onEnd = (result) => {
      this.#live.delete(key);
      this.#state.subscriptions.delete(subscription);
      onEnd(result === undefined ? undefined : encodeResult(id, result));
    };
    return subscription;
  }

  #begin(subscription: Subscription, params: unknown): Maybe<void> {
    const failed = (thrown: unknown): never => {
      subscription.cancel();
      throw thrown;
    };
    try {
      const begun = listen(subscription, params, this.#state.offer);
      return isPromise(begun) ? begun.catch(failed) : begun;
    } catch (thrown) {
      return failed(thrown);
    }
  }
}

/** Starts a subscription. It is acknowledged when every watcher has started; if one fails, none stays. */
export function listen(subscription: Subscription, params: unknown, offer: Offer): Maybe<void> {
  const { watchers } = subscription;
  const filter = readFilter(objectOrEmpty(params), offer);
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
  return (method, params) =>
    void ignoringErrors(() => exchange.notify?.(method, { _meta, ...params }));
}

const EVENTS = /text\/event-stream|text\/\*|\*\/\*/i;

/** The requested changes that the server offers. */
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
