import { SUBSCRIPTION_KEY, type IdText } from '@errata/core/internal';
import type { ListKind } from '../offer/offer.js';
import { Watchers } from '../watchers.js';

/** The changes that a client of 2026-07-28 subscribes to. */
export interface Filter {
  readonly lists: ReadonlySet<ListKind>;
  readonly uris: readonly string[];
}

/** Takes a message of the subscription to the client. */
export type Tell = (method: string, params: Readonly<Record<string, unknown>>) => void;

/** One `subscriptions/listen`, from the first message to the last. */
export class Subscription {
  readonly id: IdText;
  readonly watchers = new Watchers();
  /** Called once at the end: with the result if the server ended it, without if the client did. */
  onEnd: ((result: string | undefined) => void) | undefined = undefined;
  readonly #tell: Tell;
  #lists: ReadonlySet<ListKind> = new Set();
  #acknowledged = false;
  #ended = false;
  readonly #early = new Set<string>();

  constructor(id: IdText, tell: Tell) {
    this.id = id;
    this.#tell = tell;
  }

  /** Nothing is sent before this. */
  acknowledge({ lists, uris }: Filter): void {
    if (this.#ended) return;
    this.#lists = lists;
    this.#acknowledged = true;
    this.#tell('notifications/subscriptions/acknowledged', {
      notifications: {
        ...Object.fromEntries([...lists].map((kind) => [`${kind}ListChanged`, true])),
        ...(uris.length > 0 && { resourceSubscriptions: uris }),
      },
    });
    for (const uri of this.#early) this.updated(uri);
  }

  updated(uri: string): void {
    if (this.#ended) return;
    if (this.#acknowledged) this.#tell('notifications/resources/updated', { uri });
    else this.#early.add(uri);
  }

  listChanged(kind: ListKind): void {
    if (!this.#ended && this.#lists.has(kind)) this.#tell(`notifications/${kind}/list_changed`, {});
  }

  /** The server ends it, in good order. */
  finish(): void {
    this.#end(`{"resultType":"complete","_meta":{${JSON.stringify(SUBSCRIPTION_KEY)}:${this.id}}}`);
  }

  /** The client has ended it, or is gone. */
  cancel(): void {
    this.#end(undefined);
  }

  #end(result: string | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.watchers.close();
    this.onEnd?.(result);
  }
}
