import { membersOf } from '@errata/core/contract';
import type { Era } from '@errata/core/era';
import type { WireOptions } from './wire.js';

/** The revision without a handshake: each request says itself who asks, and in which version. */
const MODERN: Era = '2026-07-28';

/** Who asks, by default. */
export const CLIENT = { name: 'errata-prove', version: '0.1.0' } as const;

/** Whether requests carry an envelope instead of a handshake. */
export function isModern(era: Era): boolean {
  return era === MODERN;
}

/** Writes the messages of a client in an era, each request under an id of its own. */
export interface Scribe {
  request(method: string, params: object | undefined): string;
  notification(method: string, params: object | undefined): string;
}

export function createScribe(era: Era, { clientInfo = CLIENT }: WireOptions): Scribe {
  let last = 0;
  const around = (params: object | undefined): object => {
    if (!isModern(era)) return params === undefined ? {} : { params };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': era,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
      ...membersOf(membersOf(params)['_meta']),
    };
    return { params: { ...params, _meta } };
  };
  return {
    request: (method, params) =>
      JSON.stringify({ jsonrpc: '2.0', id: ++last, method, ...around(params) }),
    notification: (method, params) => JSON.stringify({ jsonrpc: '2.0', method, ...around(params) }),
  };
}
