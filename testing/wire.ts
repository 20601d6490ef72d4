import type { Era } from '@errata/core';
import type { Connection, Exchange, Maybe, Params } from '@errata/core/internal';
import { envelope, hello, request, type Message } from './messages.js';

export type { Message } from './messages.js';

type Json = Record<string, unknown>;

/** A kit, as far as clients are concerned. */
interface Openable {
  open(peer: { readonly channel: { send(text: string): void }; readonly era?: Era }): Connection;
}

/** A connection with what it said unasked, for tests that speak in texts. */
export interface Wire {
  readonly connection: Connection;
  /** What was said before or beside replies, oldest first. */
  readonly received: Message[];
  /** Those texts as they were. */
  readonly texts: string[];
  /** A whole message, as text; the reply as text. */
  text(text: string): Maybe<string | undefined>;
  /** A request; its reply. */
  ask(method: string, params?: Json, id?: string | number): Promise<Message>;
  /** A notification. */
  tell(method: string, params?: Json): void;
}

export const MODERN_META = envelope();

/** A connection that nothing was said on. */
export function openWire(kit: Openable, peer: { era?: Era } = {}): Wire {
  const texts: string[] = [];
  const received: Message[] = [];
  const hear = (text: string): void => {
    texts.push(text);
    received.push(JSON.parse(text) as Message);
  };
  const connection = kit.open({ channel: { send: hear }, ...peer });
  const exchange: Exchange = {
    notify: (method: string, params?: Params) =>
      hear(JSON.stringify({ jsonrpc: '2.0', method, params })),
  };
  let last = 0;
  const wire: Wire = {
    connection,
    received,
    texts,
    text: (text) => connection.receive(text),
    async ask(method, params, id = ++last) {
      const reply = await connection.receive(request(id, method, params), exchange);
      return JSON.parse(reply ?? 'null') as Message;
    },
    tell(method, params) {
      void connection.receive(JSON.stringify({ jsonrpc: '2.0', method, params }), exchange);
    },
  };
  return wire;
}

/** A connection after the handshake. */
export async function shakeHands(
  kit: Openable,
  era: Era = '2025-11-25',
  capabilities: Json = {},
): Promise<Wire> {
  const wire = openWire(kit);
  await wire.ask('initialize', hello(era, undefined, capabilities), 'hello');
  wire.tell('notifications/initialized');
  return wire;
}

/** A connection whose requests are of 2026-07-28, with more in their envelope where told. */
export function speakModern(kit: Openable, meta: Json = {}): Wire {
  const wire = openWire(kit);
  const _meta = { ...MODERN_META, ...meta };
  return {
    ...wire,
    ask: (method, params = {}, id) =>
      wire.ask(method, { ...params, _meta: { ..._meta, ...(params['_meta'] as Json) } }, id),
  };
}

/** A connection in an era, ready for requests. */
export function wireIn(kit: Openable, era: Era): Promise<Wire> {
  return era === '2026-07-28' ? Promise.resolve(speakModern(kit)) : shakeHands(kit, era);
}

/** Both generations: the newest revision of each. */
export const GENERATIONS = ['2025-11-25', '2026-07-28'] as const;

/** Let everything that was put off happen. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
