import type { Capabilities, ClientInfo, Context } from './context.js';
import { mcp } from '@errata/catalogs/mcp';
import {
  type CallInfo,
  CAPABILITIES_KEY,
  cleanDeep,
  CLIENT_KEY,
  encodeNotification,
  type Exchange,
  ignoringErrors,
  LOG_LEVEL_KEY,
  LOG_LEVELS,
  type LogLevel,
  metaOf,
  MODERN,
  objectOrEmpty,
  type Params,
  type Ref,
  type ToolSurface,
  type View,
} from '@errata/core/internal';
import type { Era } from '@errata/core';
import { capabilityNotSupported } from './failures.js';
import type { Channel } from '@errata/edges/stdio';
import { Watchers } from './watchers.js';
import type { Offer } from './offer/offer.js';

/** The context of one request. Most handlers do not use it, so its parts are created on demand. */
export class CallContext implements Context {
  readonly #request: KitRequest;
  #reached = -Infinity;

  constructor(request: KitRequest) {
    this.#request = request;
  }

  get era(): Era {
    return this.#request.era;
  }

  get ref(): Ref {
    return this.#request.call.ref;
  }

  get signal(): AbortSignal {
    return this.#request.call.signal;
  }

  get exchange(): Exchange | undefined {
    return this.#request.call.exchange;
  }

  get client(): ClientInfo | undefined {
    return this.era === MODERN ? readClient(this.#meta[CLIENT_KEY]) : this.#request.client.info;
  }

  get clientCapabilities(): Capabilities {
    return this.era === MODERN
      ? objectOrEmpty(this.#meta[CAPABILITIES_KEY])
      : this.#request.client.capabilities;
  }

  // Arrows, so that a handler may take them out of its context.

  readonly progress = (done: number, total?: number, message?: string): void => {
    const { progressToken } = this.#meta;
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return;
    // MCP: the value has to grow with each notification.
    if (!(done > this.#reached)) return;
    this.#reached = done;
    this.#say('notifications/progress', () => ({
      progressToken,
      progress: done,
      ...(total !== undefined && { total }),
      ...(message !== undefined && this.era !== '2024-11-05' && { message }),
    }));
  };

  readonly log = (level: LogLevel, data: unknown, logger?: string): void => {
    const wanted = this.era === MODERN ? this.#meta[LOG_LEVEL_KEY] : this.#request.client.logLevel;
    if (wanted === undefined || severity(level) < severity(wanted)) return;
    this.#say('notifications/message', () => ({
      level,
      ...(logger !== undefined && { logger }),
      data: cleanDeep(data, this.#request.view),
    }));
  };

  readonly requireClient = (capability: string): void => {
    if (Object.hasOwn(this.clientCapabilities, capability)) return;
    if (this.era !== MODERN) throw capabilityNotSupported(capability, 'client');
    // The revision has a number of its own for this.
    throw mcp.MISSING_REQUIRED_CLIENT_CAPABILITY({ requiredCapabilities: { [capability]: {} } });
  };

  get #meta(): Record<string, unknown> {
    return metaOf(this.#request.params);
  }

  /** In the exchange of the request, if the edge has one. A failure to send does not affect the handler. */
  #say(method: string, params: () => Params): void {
    const { call, client } = this.#request;
    const { exchange } = call;
    ignoringErrors(() =>
      exchange?.notify === undefined
        ? client.tell(method, params())
        : exchange.notify(method, params()),
    );
  }
}

function severity(level: unknown): number {
  return LOG_LEVELS.indexOf(level as LogLevel);
}

/** The client's info, if it is valid. */
export function readClient(info: unknown): ClientInfo | undefined {
  const { name, version } = objectOrEmpty(info);
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
}

/** The client of one connection. A class, because an HTTP edge makes one per request of 2026-07-28. */
export class Client {
  /** The revision that `initialize` negotiated. */
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

  /** Send a notification. */
  tell(method: string, params?: Params): void {
    this.send(encodeNotification(method, params));
  }

  /** The same for a whole message. A closed channel is not the handler's problem. */
  send(text: string): void {
    ignoringErrors(() => this.#channel.send(text));
  }

  close(): void {
    this.#watching?.close();
  }
}

const NONE: Capabilities = {};

/** One request on its way to its handler. */
export interface KitRequest {
  readonly offer: Offer;
  readonly client: Client;
  readonly era: Era;
  readonly params: Readonly<Record<string, unknown>>;
  readonly call: CallInfo;
  /** Where the failure of a tool goes for this client. */
  readonly toolFailures: () => ToolSurface;
  /** Whether the contract has its own word for wrong arguments. */
  readonly validation: boolean;
  /** For texts that leave beside the result. */
  readonly view: View;
}

/** Works on one method. What it gives is the result; what it throws is the failure. */
export type RequestWork = (request: KitRequest) => unknown;
