import type { StdioEdge, StdioOptions } from '@errata/edges/stdio';
import { MAX_MESSAGE_BYTES } from '../connection/generations.js';
import type { Kit } from '../kit.js';

/** Serve a kit on the standard streams of the process, or on a pair of others. */
export async function serveKitOnStdio(kit: Kit, options: StdioOptions = {}): Promise<StdioEdge> {
  const { maxMessageBytes = MAX_MESSAGE_BYTES, redactor } = kit.options;
  const { serveStdio } = await import('@errata/edges/stdio');
  return serveStdio((channel) => kit.open({ channel }), {
    maxLineBytes: maxMessageBytes,
    ...(redactor && { redactor }),
    ...options,
  });
}
