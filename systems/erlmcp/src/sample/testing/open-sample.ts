import type { Exchange } from '@errata/core/internal';
import { createSample, type SampleOptions } from '../create-sample.js';

type Json = Record<string, unknown>;

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

/** A client of the sample, apart from any wire. */
export interface Client {
  /** What it was told unasked. */
  readonly received: readonly Message[];
  ask(method: string, params?: Json): Promise<Message | undefined>;
  call(name: string, args: Json, meta?: Json): Promise<Message | undefined>;
  tell(method: string, params: Json): void;
  /** The id of the request that was sent last. */
  lastId(): number;
  close(): void;
}

/** A client that has shaken hands in 2025-11-25. */
export async function openSample(options: SampleOptions = {}, capabilities: Json = {}) {
  const client = connect(options);
  await client.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'test', version: '1' },
  });
  client.tell('notifications/initialized', {});
  return client;
}

/** A client of 2026-07-28. */
export function openModernSample(options: SampleOptions = {}, capabilities: Json = {}): Client {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return connect(options, { _meta });
}

function connect(options: SampleOptions, envelope: Json = {}): Client {
  const received: Message[] = [];
  const connection = createSample(options).open({
    channel: { send: (text) => void received.push(JSON.parse(text) as Message) },
  });
  const exchange: Exchange = {
    notify: (method, params) => void received.push({ method, params: params as Json }),
  };
  let id = 0;
  const ask: Client['ask'] = async (method, params = {}) => {
    const message = { jsonrpc: '2.0', id: ++id, method, params: { ...params, ...envelope } };
    const reply = await connection.receive(JSON.stringify(message), exchange);
    return reply === undefined ? undefined : (JSON.parse(reply) as Message);
  };
  return {
    received,
    ask,
    call: (name, args, _meta) =>
      ask('tools/call', { name, arguments: args, ...(_meta && { _meta }) }),
    tell: (method, params) =>
      void connection.receive(JSON.stringify({ jsonrpc: '2.0', method, params })),
    lastId: () => id,
    close: () => connection.close(),
  };
}
