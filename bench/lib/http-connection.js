import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const NOTHING = Buffer.alloc(0);

/**
 * One kept connection to an HTTP server: bytes of a request out, the reply back. Much cheaper than an HTTP client: client and
 * server share the machine.
 */
export class HttpConnection {
  /** @type {((reply: { status: number, head: string, body: Buffer }) => void) | undefined} */
  #deliver;
  /** @type {((error: Error) => void) | undefined} */
  #reject;
  /** @type {Buffer} */
  #received = NOTHING;
  closed = false;

  /** @param {number} port */
  constructor(port) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => this.#take(/** @type {Buffer} */ (chunk)));
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.closed = true;
      this.#reject?.(new Error('the server closed a connection with a request in it'));
    });
  }

  /**
   * @param {Buffer} request
   * @returns {Promise<{ status: number, head: string, body: Buffer }>}
   */
  send(request) {
    return new Promise((resolve, reject) => {
      this.#deliver = resolve;
      this.#reject = reject;
      this.socket.write(request);
    });
  }

  close() {
    this.#reject = undefined;
    this.socket.destroy();
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    this.#received = this.#received === NOTHING ? chunk : Buffer.concat([this.#received, chunk]);
    const received = this.#received;
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = received.toString('latin1', 0, headEnd);
    const start = headEnd + HEAD_END.length;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const whole =
      length === undefined
        ? received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
        : received.length >= start + Number(length);
    if (!whole) return;
    this.#received = NOTHING;
    this.#reject = undefined;
    const status = Number(head.slice(9, 12));
    this.#deliver?.({ status, head, body: received.subarray(start) });
  }
}

/**
 * The text of a reply's body, also of one that came in chunks or as the only event of a stream.
 * @param {{ head: string, body: Buffer }} reply
 */
export function textOf({ head, body }) {
  const text = /\r\ntransfer-encoding: *chunked/i.test(head) ? joinChunks(body) : body.toString();
  return head.includes('text/event-stream') ? (/^data: (.+)$/m.exec(text)?.[1] ?? '') : text;
}

/** @param {Buffer} body */
function joinChunks(body) {
  const parts = [];
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at);
    const size = parseInt(body.toString('latin1', at, end), 16);
    if (!(size > 0)) return Buffer.concat(parts).toString();
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
