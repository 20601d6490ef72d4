import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that sends bytes rather than requests. */
export class RawSocket {
  readonly socket: Socket;
  received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => (this.received += text));
    // A reset is one of the ways in which a server may end it; what was received until then counts.
    socket.on('error', () => undefined);
  }

  static async open(url: string): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawSocket(socket);
  }

  write(text: string): void {
    if (this.socket.writable) this.socket.write(text, 'latin1');
  }

  /** Wait until what was received satisfies the pattern. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) {
      if (this.socket.destroyed || this.socket.readableEnded) {
        throw new Error(`the connection ended after ${JSON.stringify(this.received)}`);
      }
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
    return this.received;
  }

  /** Wait until the server has closed it, and give all that came. */
  async closed(): Promise<string> {
    if (!this.socket.readableEnded && !this.socket.destroyed) {
      await Promise.race([once(this.socket, 'end'), once(this.socket, 'close')]);
    }
    this.socket.destroy();
    return this.received;
  }
}

/** A POST as text. */
export function rawPost(
  body: string,
  headers: readonly string[] = [],
  length = body.length,
): string {
  return [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...(headers.some((line) => /^transfer-encoding/i.test(line))
      ? []
      : [`Content-Length: ${length}`]),
    ...headers,
    '',
    body,
  ].join('\r\n');
}
