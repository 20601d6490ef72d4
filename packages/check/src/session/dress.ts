import type { Era } from '@errata/core/era';
import { membersOf, parseJson } from '../json/json.js';

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
  return { ...params, _meta: { ...envelope(era), ...membersOf(membersOf(params)['_meta']) } };
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

/** What the headers of 2026-07-28 repeat of a body, by method. */
const NAMED: ReadonlyMap<unknown, 'name' | 'uri'> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** The headers that a message needs in an era, as far as its text says what they are about. */
export function headersFor(
  text: string,
  era: Era,
  session: { readonly id: string | undefined; readonly begun: boolean },
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  if (era === 'jsonrpc') return headers;
  if (session.begun || isModern(era)) headers['mcp-protocol-version'] = era;
  if (session.id !== undefined) headers['mcp-session-id'] = session.id;
  if (!isModern(era)) return headers;
  const { method, params } = membersOf(parseJson(text));
  if (typeof method !== 'string') return headers;
  headers['mcp-method'] = toHeaderValue(method);
  const member = NAMED.get(method);
  const name = member === undefined ? undefined : membersOf(params)[member];
  if (typeof name === 'string') headers['mcp-name'] = toHeaderValue(name);
  return headers;
}

/** A text as a header can hold it: as it is, or in base64. */
export function toHeaderValue(text: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  return plain && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
