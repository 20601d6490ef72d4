import { isFault } from '@errata/core';
import { isPromise, type Maybe, ignoringErrors } from '@errata/core/internal';
import { subscriptionFailed } from './failures.js';
import type { Watch } from './resource.js';

interface Watching {
  ended: boolean;
  /** Undefined until it has begun. */
  stop: (() => void) | undefined;
  /** Settles when it has begun, where that takes its time. */
  pending: Promise<void> | undefined;
}

/** Resources that one client, or one of its subscriptions, watches. They end with it, also those that have only just begun. */
export class Watchers {
  readonly #watched = new Map<string, Watching>();
  #closed = false;

  /** Starts to watch, once for all subscriptions. Throws SUBSCRIPTION_FAILED, or the declared failure of the watch. */
  start(uri: string, watch: Watch, onChange: () => void): Maybe<void> {
    const known = this.#watched.get(uri);
    if (known !== undefined) return known.pending;
    if (this.#watched.size >= MOST) {
      const details = `More than ${MOST} resources are not watched for one client`;
      throw subscriptionFailed(uri, details);
    }
    const watching: Watching = { ended: this.#closed, stop: undefined, pending: undefined };
    this.#watched.set(uri, watching);
    try {
      const begun = watch(uri, () => {
        if (!watching.ended) onChange();
      });
      if (!isPromise(begun)) return settle(watching, begun);
      watching.pending = begun.then(
        (stop) => settle(watching, stop as () => void),
        (cause: unknown) => this.#fail(uri, watching, cause),
      );
      return watching.pending;
    } catch (cause) {
      return this.#fail(uri, watching, cause);
    }
  }

  stop(uri: string): void {
    const watching = this.#watched.get(uri);
    if (watching === undefined) return;
    this.#watched.delete(uri);
    watching.ended = true;
    if (watching.stop !== undefined) ignoringErrors(watching.stop);
  }

  close(): void {
    this.#closed = true;
    for (const uri of [...this.#watched.keys()]) this.stop(uri);
  }

  #fail(uri: string, watching: Watching, cause: unknown): never {
    if (this.#watched.get(uri) === watching) this.#watched.delete(uri);
    if (isFault(cause)) throw cause;
    throw subscriptionFailed(uri, 'The resource cannot be watched', cause);
  }
}

const MOST = 1000;

/** It has begun; if it is no longer wanted, it ends at once. */
function settle(watching: Watching, stop: () => void): void {
  watching.pending = undefined;
  watching.stop = stop;
  if (watching.ended) ignoringErrors(stop);
}
