import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { initializeParams } from '../../session/shake-hands.js';
import { hasResult } from '../read-reply.js';
import { firstWords, writeInitialize } from './first-words.js';

/** Begin a connection of its own as a client of the revisions before 2026-07-28 would. */
export function initializeAsBefore(probe: Probe): Promise<Exchange> {
  return firstWords(probe, [writeInitialize(1, initializeParams('2025-11-25'))], {
    headers: { 'mcp-protocol-version': '', 'mcp-method': '' },
  });
}

/** Whether the server also speaks the revisions before 2026-07-28: a request without `_meta` is then one of those. */
export async function speaksHandshake(probe: Probe): Promise<boolean> {
  return hasResult((await initializeAsBefore(probe)).reply);
}
