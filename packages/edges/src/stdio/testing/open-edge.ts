import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { standard, defineContract, type Era, createServer, type Handler } from '@errata/core';
import type { ServerOptions } from '@errata/core/internal';
import { serveStdio } from '../serve-stdio.js';
import type { StdioOptions } from '../stdio-options.js';
import { takeLines } from './take-lines.js';

export const plain = defineContract({ catalog: standard, rpcData: 'payload', message: 'title' });

export interface OpenOptions extends StdioOptions {
  readonly era?: Era;
  readonly methods?: Record<string, Handler>;
  readonly server?: Partial<ServerOptions>;
}

/** An edge on streams of its own, with a few handlers. */
export function openEdge(options: OpenOptions = {}) {
  const { era = 'jsonrpc', methods = {}, server = {}, ...rest } = options;
  const input = new PassThrough();
  const output = new PassThrough();
  const errors = new PassThrough();
  const edge = serveStdio(
    createServer({ contract: plain, era, methods: { ...COMMON, ...methods }, ...server }),
    { input, output, errors, ...rest },
  );
  const lines = takeLines(output);
  // The edge leaves its output open; the reader here wants to see the end.
  void edge.closed.then(() => output.end());
  return { input, output, errors, edge, lines };
}

/** Write, and wait until the edge has taken it. */
export async function feed(input: PassThrough, text: string): Promise<void> {
  const taken = once(input, 'data');
  input.write(text);
  await taken;
}

export const COMMON: Record<string, Handler> = {
  echo: (params) => params ?? null,
  later: async (params) => params ?? null,
  hang: () => new Promise(() => {}),
};

export { request } from '@errata/testing/messages';

export interface Reply {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly data?: Record<string, unknown> };
}

export const read = (line: string): Reply => JSON.parse(line) as Reply;
