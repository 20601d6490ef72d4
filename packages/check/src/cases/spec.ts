import type { Era } from '@errata/core';
import type { Transport } from '../exchange.js';

/** Every revision of MCP. */
export const MCP: readonly Era[] = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
];

/** Those that begin with a handshake. */
export const WITH_HANDSHAKE: readonly Era[] = MCP.slice(0, 4);

/** From a revision on. */
export function since(era: Era): readonly Era[] {
  return MCP.slice(MCP.indexOf(era));
}

/** Where requests may come in batches. */
export const WITH_BATCHES: readonly Era[] = ['jsonrpc', '2025-03-26'];
export const PLAIN: readonly Era[] = ['jsonrpc'];
export const MODERN: readonly Era[] = ['2026-07-28'];

/** The wires on which messages are lines. */
export const LINES: readonly Transport[] = ['stdio', 'tcp'];

/** The sections of JSON-RPC 2.0 that cases refer to. */
export const JSONRPC = {
  requestObject: 'https://www.jsonrpc.org/specification#request_object',
  notification: 'https://www.jsonrpc.org/specification#notification',
  parameters: 'https://www.jsonrpc.org/specification#parameter_structures',
  responseObject: 'https://www.jsonrpc.org/specification#response_object',
  errorObject: 'https://www.jsonrpc.org/specification#error_object',
  batch: 'https://www.jsonrpc.org/specification#batch',
  extensions: 'https://www.jsonrpc.org/specification#extensions',
} as const;

const MCP_PAGES = {
  basic: 'basic',
  lifecycle: 'basic/lifecycle',
  transports: 'basic/transports',
  stdio: 'basic/transports/stdio',
  http: 'basic/transports/streamable-http',
  versioning: 'basic/versioning',
  cancellation: 'basic/utilities/cancellation',
  ping: 'basic/utilities/ping',
  patterns: 'basic/patterns',
  tools: 'server/tools',
  resources: 'server/resources',
  prompts: 'server/prompts',
  completion: 'server/utilities/completion',
  logging: 'server/utilities/logging',
  pagination: 'server/utilities/pagination',
  discover: 'server/discover',
  authorization: 'basic/authorization',
} as const;

/** The sections of RFC 8259, JSON, that cases refer to. */
export const JSON_RFC = {
  grammar: 'https://www.rfc-editor.org/rfc/rfc8259#section-2',
  objects: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  strings: 'https://www.rfc-editor.org/rfc/rfc8259#section-7',
  encoding: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.1',
  parsers: 'https://www.rfc-editor.org/rfc/rfc8259#section-9',
} as const;

/** A page of the specification of MCP in a revision. */
export function mcpLink(
  page: keyof typeof MCP_PAGES,
  revision = '2025-11-25',
  anchor = '',
): string {
  const hash = anchor === '' ? '' : `#${anchor}`;
  return `https://modelcontextprotocol.io/specification/${revision}/${MCP_PAGES[page]}${hash}`;
}

/** Our own page on what a good failure is, for advice that no specification gives. */
export function adviceLink(anchor: string): string {
  return `docs/check.md#${anchor}`;
}
