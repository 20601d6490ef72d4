import type { Socket } from 'node:net';

/** Milliseconds that a client has to hang up as well once everything was sent. */
const LINGER = 1000;

/**
 * Send what is still to be sent, then close. Nothing that comes in is looked at any more, but it is taken: closing a socket
 * with unread input resets it, and a client that still reads would lose its last replies. Settles when it is closed.
 */
export function hangUp(socket: Socket, stall: number): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve();
    let timer: NodeJS.Timeout | undefined;
    const cut = (): void => void socket.destroy();
    socket.once('finish', () => {
      // Counted from here whatever it sends, or a client that never stops would never be rid of.
      if (!socket.destroyed) timer = setTimeout(cut, LINGER);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    // While bytes leave, however slowly, the client is reading.
    socket.setTimeout(stall, cut);
    socket.end();
    socket.resume();
  });
}
