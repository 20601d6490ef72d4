import type { Era } from '@errata/core';
import { objectOrEmpty } from '../json/json.js';

/** Who asks. */
export const CLIENT = { name: 'errata-check', version: '0.1.0' } as const;

/** Whether requests carry an envelope instead of a handshake. */
export function isModern(era: Era): boolean {
  return era === '2026-07-28';
}

/** What a request of the era needs in `_meta`. */
export function envelope(era: Era): Readonly<Record<string, unknown>> {
  return {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
}

/** The params of a request with what the era wants around them. */
export function dress(era: Era, params: object | undefined): object | undefined {
  if (!isModern(era)) return params;
  return {
    ...params,
    _meta: { ...envelope(era), ...objectOrEmpty(objectOrEmpty(params)['_meta']) },
  };
}

/** A message as text; the id is JSON text, so that any digits can be said. */
export function writeMessage(
  era: Era,
  method: string,
  params: object | undefined,
  id: string | undefined,
): string {
  const dressed = dress(era, params);
  const around = id === undefined ? '' : `"id":${id},`;
  const inner = dressed === undefined ? '' : `,"params":${JSON.stringify(dressed)}`;
  return `{"jsonrpc":"2.0",${around}"method":${JSON.stringify(method)}${inner}}`;
}

/** A request that every server of the era answers, whatever else it can. */
export function harmlessMethod(era: Era): string {
  if (era === 'jsonrpc') return 'errata.marker';
  return isModern(era) ? 'server/discover' : 'ping';
}
