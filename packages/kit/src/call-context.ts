import { mcp } from '@errata/catalogs/mcp';
import {
  type Params,
  cleanDeep,
  membersOf,
  type Ref,
  quietly,
  type Exchange,
  CAPABILITIES_KEY,
  CLIENT_KEY,
  LOG_LEVEL_KEY,
  metaOf,
  MODERN,
} from '@errata/core/internal';
import type { Era } from '@errata/core';
import {
  LOG_LEVELS,
  type Capabilities,
  type ClientInfo,
  type Context,
  type LogLevel,
} from './context.js';
import { capabilityNotSupported } from './failures.js';
import type { KitRequest } from './request.js';

/** The context of one request. Most handlers look at none of it, so nothing is made before it is asked for. */
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
      ? membersOf(this.#meta[CAPABILITIES_KEY])
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

  /** In the exchange of the request, where the edge has one. That nobody can be told costs the handler nothing. */
  #say(method: string, params: () => Params): void {
    const { call, client } = this.#request;
    const { exchange } = call;
    quietly(() =>
      exchange?.notify === undefined
        ? client.tell(method, params())
        : exchange.notify(method, params()),
    );
  }
}

function severity(level: unknown): number {
  return LOG_LEVELS.indexOf(level as LogLevel);
}

/** What a client says of itself, if it is anything. */
export function readClient(info: unknown): ClientInfo | undefined {
  const { name, version } = membersOf(info);
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
}
