import type { LinePeer, Peer } from '../wire/peer.js';

/** The same server, of which nothing more is heard after an abort: whoever waits for an answer then need not wait it out. */
export function untilAborted(peer: Peer, signal: AbortSignal): Peer {
  if (peer.transport !== 'http') return lines(peer, signal);
  return {
    ...peer,
    async ask(ask) {
      signal.throwIfAborted();
      // No race with one promise for the whole run: that would keep every answer until its end.
      return new Promise((resolve, reject) => {
        const stop = (): void => resolve(undefined);
        signal.addEventListener('abort', stop, { once: true });
        void peer
          .ask(ask)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', stop));
      });
    },
  };
}

function lines({ transport, open }: LinePeer, signal: AbortSignal): LinePeer {
  return {
    transport,
    async open() {
      signal.throwIfAborted();
      const link = await open();
      // It may have come while the link was made.
      if (signal.aborted) await link.close();
      signal.throwIfAborted();
      const close = (): void => void link.close();
      signal.addEventListener('abort', close, { once: true });
      void link.closed.then(() => signal.removeEventListener('abort', close));
      return link;
    },
  };
}
