import {
  encodeResult,
  idKey,
  idValue,
  type IdText,
  type RequestMessage,
  type Exchange,
  isPromise,
  type Maybe,
  MODERN,
} from '@errata/core/internal';
import { Call } from '@errata/core';
import type { Client } from '../client.js';
import type { KitState } from './kit-state.js';
import { listen, tellInExchange, tellOnWire } from './listen.js';
import { Subscription } from './subscription.js';

/** What one client of 2026-07-28 listens to. */
export class Subscriptions {
  readonly #state: KitState;
  readonly #client: Client;
  /** Whether each has a stream of its own: so it is over HTTP. */
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

  /** Begin one. Over HTTP the reply is there when it ends; on a wire of lines it is sent then, and nobody waits for it. */
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
