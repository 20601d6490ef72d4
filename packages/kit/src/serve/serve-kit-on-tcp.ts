import type { TcpListening, TcpOptions } from '@errata/edges/tcp';
import { MAX_MESSAGE_BYTES } from '../connection/generations.js';
import type { Kit } from '../kit.js';

/** Serve a kit over TCP, a message per line. Closing it first ends what clients listen to, then waits for what is in progress. */
export async function serveKitOnTcp(kit: Kit, options: TcpOptions = {}): Promise<TcpListening> {
  const { maxMessageBytes = MAX_MESSAGE_BYTES } = kit.options;
  const { listenTcp } = await import('@errata/edges/tcp');
  const listening = await listenTcp((channel) => kit.open({ channel }), {
    maxLineBytes: maxMessageBytes,
    ...options,
  });
  return {
    ...listening,
    close() {
      kit.endSubscriptions();
      return listening.close();
    },
  };
}
