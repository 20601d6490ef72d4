import { jsonrpcContract } from '@errata/catalogs/jsonrpc';
import { type Era, createServer } from '@errata/core';
import type { Connection } from '@errata/core/internal';
import { createHttpEdge, serveMethods, type HttpEdge } from '@errata/edges/http';
import * as kits from '@errata/kit';
import type { Channel } from '@errata/edges/stdio';
import type { Clock } from '../clock.js';
import type { Breakage, Hooks } from './breakage.js';
import { sampleOptions } from './sample-kit.js';

/** One healthy server, or one that is broken in one way; apart from any wire. */
export interface SampleServer {
  readonly hooks: Hooks;
  /** How often a tool that writes was called. */
  readonly removed: () => number;
  /** A connection on lines. */
  connect(channel: Channel): Connection;
  edge(): Promise<HttpEdge>;
}

export interface SampleSetup {
  readonly era: Era;
  readonly clock: Clock;
  readonly broken?: Breakage | undefined;
  readonly secrets?: readonly string[];
}

/** Methods of plain JSON-RPC. */
const PLAIN_METHODS = {
  add: (params: unknown) => {
    const { a, b } = params as { a: number; b: number };
    return { sum: a + b };
  },
};

export const PLAIN_HARMLESS = { method: 'add', params: { a: 1, b: 2 } } as const;

export function createSampleServer({
  era,
  clock,
  broken,
  secrets = [],
}: SampleSetup): SampleServer {
  const hooks = broken?.breaks({ clock, secrets }) ?? {};
  let removed = 0;
  const removes = (): number => removed;
  if (era === 'jsonrpc') {
    const options = { contract: jsonrpcContract, methods: PLAIN_METHODS };
    const server = createServer({ ...options, era });
    const edge = createHttpEdge({
      contract: jsonrpcContract,
      eras: ['jsonrpc'],
      open: serveMethods({ ...options, eras: ['jsonrpc'] }),
    });
    return { hooks, removed: removes, connect: () => server.connect(), edge: async () => edge };
  }
  const healthy = sampleOptions(clock, () => (removed += 1));
  const kit = kits.createKit(hooks.offer?.(healthy) ?? healthy);
  const edge = kits.createHttpEdge(kit);
  return {
    hooks,
    removed: removes,
    connect: (channel) => kit.open({ channel }),
    edge: () => edge,
  };
}
