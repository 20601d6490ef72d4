import type { TcpListening, TcpOptions } from '@errata/edges/tcp';
import { MAX_MESSAGE_BYTES } from '../connection/generations.js';
import type { Kit } from '../kit.js';

/** Serve a kit over TCP, a message per line. Closing it first ends what clients listen to, then waits for what is in progress. */
export async function serveKitOnTcp(kit: Kit, options: TcpOptions = {}): Promise<TcpListening> {
  const { maxMessageBytes = MAX_MESSAGE_BYTES, redactor } = kit.options;
  const { listenTcp } = await import('@errata/edges/tcp');
  return listenTcp((channel) => kit.open({ channel }), {
    maxLineBytes: maxMessageBytes,
    ...(redactor && { redactor }),
    ...options,
    draining() {
      kit.endSubscriptions();
      options.draining?.();
    },
  });
}
