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
        const callOff = onAbort(signal, () => resolve(undefined));
        void peer.ask(ask).then(resolve, reject).finally(callOff);
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
      void link.closed.then(onAbort(signal, () => void link.close()));
      return link;
    },
  };
}

const WORKS = new WeakMap<AbortSignal, Set<() => void>>();

/** Something to do at an abort; what is returned calls it off. A signal has one listener, however many requests are under way. */
function onAbort(signal: AbortSignal, work: () => void): () => void {
  let works = WORKS.get(signal);
  if (works === undefined) {
    const all = (works = new Set());
    WORKS.set(signal, all);
    signal.addEventListener('abort', () => all.forEach((each) => each()), { once: true });
  }
  const own = works.add(work);
  return () => void own.delete(work);
}
