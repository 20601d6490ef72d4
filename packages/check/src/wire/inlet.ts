import type { Readable } from 'node:stream';
import { LineCutter } from './line-cutter.js';

/** Bytes of one line; what comes beyond is not kept. */
const LONGEST_LINE = 8 << 20;
/** Bytes of one link. A server that says more than that is not heard out. */
const MOST_BYTES = 64 << 20;

/** What comes from a server, as lines: bounded, and kept until somebody listens. */
export class Inlet {
  readonly closed: Promise<void>;
  #isClosed = false;
  #waiting: Uint8Array[] = [];
  #listener: ((line: Uint8Array) => void) | undefined;

  /** `onFlood`: it has said too much, and the link is closed. */
  constructor(source: Readable, onFlood: () => void) {
    const cutter = new LineCutter((line) => this.#give(line), LONGEST_LINE);
    let bytes = 0;
    this.closed = new Promise((resolve) => {
      const finish = (): void => {
        this.#isClosed = true;
        resolve();
      };
      source.on('data', (chunk: Buffer) => {
        if (this.#isClosed) return;
        bytes += chunk.length;
        if (bytes <= MOST_BYTES) return cutter.take(chunk);
        finish();
        onFlood();
      });
      source.once('end', finish).once('close', finish);
      source.on('error', () => undefined); // a broken stream closes, which is all that there is to know
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  onLine(listener: (line: Uint8Array) => void): void {
    this.#listener = listener;
    for (const line of this.#waiting.splice(0)) listener(line);
  }

  #give(line: Uint8Array): void {
    if (this.#listener === undefined) this.#waiting.push(line);
    else this.#listener(line);
  }
}
