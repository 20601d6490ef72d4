import type { Socket } from 'node:net';

/** The clients that were not admitted yet, those that are being sent away included: few of them, whatever anybody does. */
export class Newcomers {
  /** In the order in which they came. */
  private readonly sockets = new Set<Socket>();
  private readonly max: number;
  private waiting = false;

  constructor(max: number) {
    this.max = max;
  }

  add(socket: Socket): void {
    this.sockets.add(socket);
    if (this.waiting || this.sockets.size <= this.max) return;
    this.waiting = true;
    // In the turn after the next one every socket was read once: a client whose token is here already is admitted first.
    setImmediate(() => setImmediate(() => this.closeOldest()));
  }

  /** It was admitted, or is closed. */
  leave(socket: Socket): void {
    this.sockets.delete(socket);
  }

  private closeOldest(): void {
    this.waiting = false;
    for (const socket of this.sockets) {
      if (this.sockets.size <= this.max) return;
      this.sockets.delete(socket);
      socket.destroy();
    }
  }
}
