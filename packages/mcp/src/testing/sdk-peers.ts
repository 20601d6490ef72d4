import type { SdkServer } from '../guard/sdk-shape.js';
import type { Era } from '@errata/core';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createV1, createV2, type Behaviours } from './sdk-servers.js';
import { envelope, hello, type Message } from '@errata/testing/messages';
import { createWire, type Wire } from './wire.js';

/** A server of one SDK, spoken to in one era. */
export interface SdkPeer {
  readonly name: string;
  readonly era: Era;
  create(behaviours?: Behaviours): SdkServer;
  /** Connect it and shake hands; `ask` then adds what the era wants in every request. */
  open(server: SdkServer, client?: string): Promise<OpenPeer>;
}

export interface OpenPeer {
  readonly wire: Wire;
  ask(method: string, params?: object): Promise<Message>;
}

interface Connectable {
  connect(transport: never): Promise<void>;
}

async function openLegacy(server: SdkServer, client = 'test'): Promise<OpenPeer> {
  const wire = createWire();
  await (server as Connectable).connect(wire.transport);
  await wire.ask('initialize', hello(undefined, { name: client, version: '1' }));
  wire.tell('notifications/initialized');
  return { wire, ask: (method, params) => wire.ask(method, params) };
}

async function openModern(server: SdkServer, client = 'test'): Promise<OpenPeer> {
  const wire = createWire();
  serveStdio(() => server as never, { transport: wire.transport });
  const _meta = envelope({ name: client, version: '1' });
  return { wire, ask: (method, params = {}) => wire.ask(method, { ...params, _meta }) };
}

export const SDK_PEERS: readonly SdkPeer[] = [
  { name: 'SDK v1', era: '2025-11-25', create: createV1, open: openLegacy },
  { name: 'SDK v2 on 2025-11-25', era: '2025-11-25', create: createV2, open: openLegacy },
  { name: 'SDK v2 on 2026-07-28', era: '2026-07-28', create: createV2, open: openModern },
];
