import { membersOf } from '@errata/core/internal';
import type { Era } from '@errata/core';
import { isModern, parseJson } from './messages.js';

/** Headers to add or change for one request; undefined takes one away. Names in lower case. */
export type HeaderChanges = Readonly<Record<string, string | undefined>>;

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
  session: { readonly id?: string; readonly begun: boolean },
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  if (era === 'jsonrpc') return headers;
  if (session.begun || isModern(era)) headers['mcp-protocol-version'] = era;
  if (session.id !== undefined) headers['mcp-session-id'] = session.id;
  return isModern(era) ? { ...headers, ...mirrored(text) } : headers;
}

function mirrored(text: string): Record<string, string> {
  const { method, params } = membersOf(parseJson(text));
  const member = NAMED.get(method);
  const name = member === undefined ? undefined : membersOf(params)[member];
  return {
    ...(typeof method === 'string' && { 'mcp-method': encodeHeaderValue(method) }),
    ...(typeof name === 'string' && { 'mcp-name': encodeHeaderValue(name) }),
  };
}

/** A text as a header can hold it: as it is, or in base64 where white space or other alphabets would be lost. */
export function encodeHeaderValue(text: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  return plain && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** Headers with the changes made. */
export function changed(
  headers: Readonly<Record<string, string>>,
  changes: HeaderChanges,
): Record<string, string> {
  const result: Record<string, string> = { ...headers };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete result[name.toLowerCase()];
    else result[name.toLowerCase()] = value;
  }
  return result;
}
