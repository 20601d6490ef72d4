import type { Kit } from '@errata/kit';
import { createProxy, type ProxyOptions } from '../../src/proxy/create-proxy.js';
import { TINY_METHODS } from './tiny-methods.js';

type Json = Readonly<Record<string, unknown>>;

/** A reply, as far as tests look into it. */
export interface Answer {
  readonly result?: Json & {
    readonly content: readonly { readonly text: string }[];
    readonly _meta: Json;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

/** `none`: no revision was agreed on. */
export type Era = '2025-11-25' | '2026-07-28' | 'none';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  clientInfo: { name: 'test', version: '1' },
  capabilities: {},
};

/** A host of a proxy with tiny methods, in one of the revisions. */
export async function openProxy(
  options: Pick<ProxyOptions, 'client'> & Partial<ProxyOptions>,
  era: Era = '2025-11-25',
) {
  const kit: Kit = createProxy({
    methods: TINY_METHODS,
    allowed: true,
    starting: false,
    deadline: 60_000,
    ...options,
  });
  const connection = kit.open({ channel: { send: () => undefined } });
  let last = 0;
  const ask = async (method: string, params: object = {}): Promise<Answer> => {
    const told = era === '2026-07-28' ? { ...params, _meta: META } : params;
    const text = JSON.stringify({ jsonrpc: '2.0', id: (last += 1), method, params: told });
    return JSON.parse((await connection.receive(text)) ?? '{}') as Answer;
  };
  if (era === '2025-11-25') await ask('initialize', INITIALIZE);
  return {
    ask,
    call: (name: string, args: object = {}) => ask('tools/call', { name, arguments: args }),
    /** Cancel the request that was made last. */
    cancel: () =>
      void connection.receive(
        JSON.stringify({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: last },
        }),
      ),
  };
}
