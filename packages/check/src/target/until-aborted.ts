import type { LinePeer, Peer } from '../wire/peer.js';

/** The same server, of which nothing more is heard after an abort: whoever waits for an answer then need not wait it out. */
export function untilAborted(peer: Peer, signal: AbortSignal): Peer {
  if (peer.transport !== 'http') return lines(peer, signal);
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return {
    ...peer,
    ask(ask) {
      signal.throwIfAborted();
      return Promise.race([peer.ask(ask), aborted]);
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
