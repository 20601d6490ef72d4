import type { Era } from '@errata/core';
import type { Transport } from '../transport.js';

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
