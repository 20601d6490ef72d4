import { encodeNotification, type Params, quietly } from '@errata/core/internal';
import type { Era } from '@errata/core';
import type { Channel } from '@errata/edges/stdio';
import type { Capabilities, ClientInfo, LogLevel } from './context.js';
import { Watchers } from './watchers.js';

/** What is known of the client of one connection. A class, because an HTTP edge makes one per request of 2026-07-28. */
export class Client {
  /** What `initialize` settled on. */
  era: Era | undefined = undefined;
  info: ClientInfo | undefined = undefined;
  capabilities: Capabilities = NONE;
  logLevel: LogLevel = 'info';
  readonly #channel: Channel;
  #watching: Watchers | undefined = undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** The resources that it has subscribed to. */
  get watchers(): Watchers {
    return (this.#watching ??= new Watchers());
  }

  /** Say something that it has not asked for. */
  tell(method: string, params?: Params): void {
    this.send(encodeNotification(method, params));
  }

  /** The same for a whole message. A channel that is gone is no business of whoever speaks. */
  send(text: string): void {
    quietly(() => this.#channel.send(text));
  }

  close(): void {
    this.#watching?.close();
  }
}

const NONE: Capabilities = {};
