import { Breaker, type ExchangeOutcome } from '@errata/upstream';
import { Client, type Dispatcher } from 'undici';
import type { Device } from '../registry/device.js';
import { describeAddress, parseAddress } from './management-address.js';
import { createSecureConnector } from './secure-connector.js';

/** The links to all devices, one for each; made when they are needed. */
export class Links {
  readonly #connectTimeout: number;
  readonly #now: () => number;
  readonly #current = new Map<string, Link>();
  /** Those that may still have requests to end. */
  readonly #retired = new Set<Link>();
  #closed = false;

  constructor(connectTimeout: number, now: () => number) {
    this.#connectTimeout = connectTimeout;
    this.#now = now;
  }

  open(device: Device): Link {
    if (this.#closed) throw new Error('The connections to the devices are closed');
    const current = this.#current.get(device.id);
    if (current?.key === linkKey(device)) return current;
    this.drop(device.id);
    const link = createLink(device, this.#connectTimeout, this.#now);
    this.#current.set(device.id, link);
    return link;
  }

  drop(id: string): void {
    const link = this.#current.get(id);
    if (link === undefined) return;
    this.#current.delete(id);
    link.connections.retire();
    this.#retired.add(link);
    for (const retired of this.#retired) {
      if (!retired.connections.busy) this.#retired.delete(retired);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const links = [...this.#current.values(), ...this.#retired];
    this.#current.clear();
    this.#retired.clear();
    await Promise.all(links.map((link) => link.connections.destroy()));
  }
}

/** The way to a device at one address, and what is known of it there. */
export interface Link {
  /** Address and trust: a device whose record says something else gets another link. */
  readonly key: string;
  readonly connections: Connections;
  readonly breaker: Breaker;
  version: { readonly value: string; readonly at: number } | undefined;
}

/** Milliseconds after which a connection without a request is closed. */
const IDLE = 4_000;

function linkKey(device: Device): string {
  const { management_address, tls_mode, tls_fingerprint, tls_ca } = device;
  return JSON.stringify([management_address, tls_mode, tls_fingerprint, tls_ca]);
}

/** A link opens its first connection with its first request. */
function createLink(device: Device, connectTimeout: number, now: () => number): Link {
  return {
    key: linkKey(device),
    connections: new Connections(() => createConnection(device, connectTimeout)),
    breaker: new Breaker(now),
    version: undefined,
  };
}

function createConnection(device: Device, connectTimeout: number): Connection {
  const address = parseAddress(device.management_address);
  const connector = createSecureConnector(address, device, connectTimeout);
  const client = new Client(`https://${describeAddress(address)}`, {
    connect: connector.connect,
    keepAliveTimeout: IDLE,
    // The time of a request is watched as a whole, by its sender.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    dispatcher: client,
    destroy: () => {
      connector.destroy();
      return client.destroy();
    },
  };
}

/** One connection, which is opened by its first request and again after it was closed for being idle. */
interface Connection {
  readonly dispatcher: Dispatcher;
  destroy(): Promise<void>;
}

/** The connections to one device: as many as requests run at the same time, kept for the next ones. */
class Connections {
  readonly #create: () => Connection;
  readonly #busy = new Set<Connection>();
  #idle: Connection[] = [];
  #retired = false;

  constructor(create: () => Connection) {
    this.#create = create;
  }

  get busy(): boolean {
    return this.#busy.size > 0;
  }

  /** Lend a connection to one request. What did not end with an answer is not used again. */
  async use(
    request: (dispatcher: Dispatcher) => Promise<ExchangeOutcome>,
  ): Promise<ExchangeOutcome> {
    const connection = this.#idle.pop() ?? this.#create();
    this.#busy.add(connection);
    const outcome = await request(connection.dispatcher);
    this.#busy.delete(connection);
    if (outcome.kind === 'answer' && !this.#retired) this.#idle.push(connection);
    else void connection.destroy();
    // A device that broke one connection has broken the idle ones too, as in a restart.
    if (outcome.kind === 'broken') void this.#dropIdle();
    return outcome;
  }

  /** Let what is running end, and keep nothing. */
  retire(): void {
    this.#retired = true;
    void this.#dropIdle();
  }

  /** End everything, also what is running. */
  async destroy(): Promise<void> {
    this.#retired = true;
    const busy = [...this.#busy].map((connection) => connection.destroy());
    await Promise.all([...busy, this.#dropIdle()]);
  }

  async #dropIdle(): Promise<void> {
    const dropped = this.#idle;
    this.#idle = [];
    await Promise.all(dropped.map((connection) => connection.destroy()));
  }
}
