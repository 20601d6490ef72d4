import { Breaker } from '@errata/system/upstream';
import { Client } from 'undici';
import type { Device } from '../registry/device.js';
import { Connections, type Connection } from './connections.js';
import { describeAddress, parseAddress } from './management-address.js';
import { createSecureConnector } from './secure-connector.js';

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

export function linkKey(device: Device): string {
  const { management_address, tls_mode, tls_fingerprint, tls_ca } = device;
  return JSON.stringify([management_address, tls_mode, tls_fingerprint, tls_ca]);
}

/** A link opens its first connection with its first request. */
export function createLink(device: Device, connectTimeout: number, now: () => number): Link {
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
