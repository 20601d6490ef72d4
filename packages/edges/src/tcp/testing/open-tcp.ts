import { type Contract, type Era, createServer, type Handler } from '@errata/core';
import { onTestFinished, vi } from 'vitest';
import type { Channel } from '../../channel.js';
import { plain } from '../../stdio/testing/open-edge.js';
import { serveTcp, type TcpListening } from '../serve-tcp.js';
import type { TcpOptions } from '../tcp-options.js';
import { dial, type TcpClient } from './tcp-client.js';

export interface OpenTcpOptions extends TcpOptions {
  readonly contract?: Contract;
  readonly era?: Era;
  readonly methods?: Record<string, Handler>;
}

export interface OpenTcp {
  readonly listening: TcpListening;
  /** The ways to the clients, in the order in which they came. */
  readonly channels: readonly Channel[];
  dial(): Promise<TcpClient>;
}

const COMMON: Record<string, Handler> = {
  echo: (params) => params ?? null,
  later: async (params) => params ?? null,
  hang: () => new Promise(() => {}),
};

/** A listener with a few handlers, and clients of it; all of them end with the test. */
export async function openTcp(options: OpenTcpOptions = {}): Promise<OpenTcp> {
  const { contract = plain, era = 'jsonrpc', methods = {}, ...rest } = options;
  const server = createServer({ contract, era, methods: { ...COMMON, ...methods } });
  const channels: Channel[] = [];
  const open = (channel: Channel) => {
    channels.push(channel);
    return server.connect();
  };
  const listening = await serveTcp(open, rest);
  onTestFinished(() => listening.close());
  return {
    listening,
    channels,
    async dial() {
      const client = await dial(listening.address);
      onTestFinished(() => void client.socket.destroy());
      return client;
    },
  };
}

export interface Gate {
  readonly handler: Handler;
  /** How many calls wait. */
  readonly waiting: number;
  /** Reasons of those that were told to stop. */
  readonly stopped: readonly unknown[];
  /** Let all of them answer, with their params. */
  open(): void;
}

/** A handler whose calls wait until the test lets them go on. */
export function createGate(): Gate {
  const waiting: (() => void)[] = [];
  const stopped: unknown[] = [];
  return {
    handler: (params, { signal }) => {
      signal.addEventListener('abort', () => stopped.push(signal.reason));
      return new Promise((resolve) => waiting.push(() => resolve(params)));
    },
    get waiting() {
      return waiting.length;
    },
    stopped,
    open() {
      for (const release of waiting.splice(0)) release();
    },
  };
}

/** Wait until something is so, on a machine with much else to do too. */
export async function until(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { timeout: 300_000, interval: 5 });
}
