import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FaultRecord } from '@errata/core';
import { relayTo, type RelayOptions } from '../index.js';

export interface Reply {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Record<string, unknown>;
  };
}

export const serverPath = (name: string) => fileURLToPath(new URL(`${name}.js`, import.meta.url));

export type Bench = ReturnType<typeof openRelay>;

/** A relay to one of the servers beside this file, with everything that it says. */
export function openRelay(server: string, options: Partial<RelayOptions> = {}) {
  const sent: string[] = [];
  const errors: string[] = [];
  const records: FaultRecord[] = [];
  const news = new EventEmitter();
  const add = (list: string[], text: string) => {
    list.push(text);
    news.emit('news');
  };
  const relay = relayTo({
    command: process.execPath,
    args: [serverPath(server)],
    errors: { write: (text) => (add(errors, text), true), on: () => {}, off: () => {} },
    onFault: (record) => records.push(record),
    ...options,
  })({ send: (text) => add(sent, text) });
  /** The reply as text; null if there is none. */
  const ask = async (text: string) => (await relay.receive(text)) ?? null;
  return {
    ...{ relay, sent, errors, records, ask },
    /** The reply to a request with this id, parsed. */
    call: async (id: unknown, method: string, params?: object) =>
      JSON.parse((await ask(JSON.stringify({ jsonrpc: '2.0', id, method, params })))!) as Reply,
    /** Waits until something sent to the client, or written to the errors, says this. */
    async waitFor(part: string): Promise<string> {
      for (;;) {
        const found = [...sent, ...errors].find((text) => text.includes(part));
        if (found !== undefined) return found;
        await once(news, 'news');
      }
    },
    async end() {
      relay.close();
      await relay.closed;
    },
  };
}
