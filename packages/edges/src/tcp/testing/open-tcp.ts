import { type Contract, type Era, createServer, type Handler } from '@errata/core';
import { onTestFinished, vi } from 'vitest';
import type { Channel } from '../../channel.js';
import { COMMON, plain } from '../../stdio/testing/open-edge.js';
import { serveTcp } from '../serve-tcp.js';
import type { TcpOptions } from '../tcp-options.js';
import { dial } from './tcp-client.js';

export interface OpenTcpOptions extends TcpOptions {
  readonly contract?: Contract;
  readonly era?: Era;
  readonly methods?: Record<string, Handler>;
}

export type OpenTcp = Awaited<ReturnType<typeof openTcp>>;

/** A listener with a few handlers, and clients of it; all of them end with the test. */
export async function openTcp(options: OpenTcpOptions = {}) {
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
    /** The ways to the clients, in the order in which they came. */
    channels: channels as readonly Channel[],
    async dial() {
      const client = await dial(listening.address);
      onTestFinished(() => void client.socket.destroy());
      return client;
    },
  };
}

/** A handler whose calls wait until the test lets them go on. */
export function createGate() {
  const waiting: (() => void)[] = [];
  const stopped: unknown[] = [];
  const handler: Handler = (params, { signal }) => {
    signal.addEventListener('abort', () => stopped.push(signal.reason));
    return new Promise((resolve) => waiting.push(() => resolve(params)));
  };
  return {
    handler,
    /** How many calls wait. */
    get waiting() {
      return waiting.length;
    },
    /** Reasons of those that were told to stop. */
    stopped: stopped as readonly unknown[],
    /** Let all of them answer, with their params. */
    open() {
      for (const release of waiting.splice(0)) release();
    },
  };
}

/** Wait until something is so, on a machine with much else to do too. */
export async function until(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { timeout: 300_000, interval: 5 });
}
