import type { Readable } from 'node:stream';
import { LineCutter } from './line-cutter.js';

/** Bytes of one line; what comes beyond is not kept. */
const LONGEST_LINE = 8 << 20;
/** What a server may say to one thing that it was told. Who says more is not heard out. */
const MOST_BYTES = 64 << 20;
const MOST_LINES = 50_000;

/** What comes from a server, as lines: bounded, and kept until somebody listens. */
export class Inlet {
  readonly closed: Promise<void>;
  #isClosed = false;
  #flood: string | undefined;
  #bytes = 0;
  #lines = 0;
  #waiting: Uint8Array[] = [];
  #listener: ((line: Uint8Array) => void) | undefined;

  /** `onFlood`: it has said too much, and the link is closed. */
  constructor(source: Readable, onFlood: () => void) {
    const cutter = new LineCutter((line) => this.#give(line), LONGEST_LINE);
    this.closed = new Promise((resolve) => {
      const finish = (): void => {
        this.#isClosed = true;
        resolve();
      };
      source.on('data', (chunk: Buffer) => {
        if (this.#isClosed) return;
        this.#bytes += chunk.length;
        cutter.take(chunk);
        this.#flood = floodOf(this.#bytes, this.#lines);
        if (this.#flood === undefined) return;
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

  /** Why it was not heard out, where it was not. */
  get flood(): string | undefined {
    return this.#flood;
  }

  /** What came until now no longer counts. */
  hearAfresh(): void {
    this.#bytes = 0;
    this.#lines = 0;
  }

  onLine(listener: (line: Uint8Array) => void): void {
    this.#listener = listener;
    for (const line of this.#waiting.splice(0)) listener(line);
  }

  #give(line: Uint8Array): void {
    this.#lines += 1;
    if (this.#lines > MOST_LINES) return;
    if (this.#listener === undefined) this.#waiting.push(line);
    else this.#listener(line);
  }
}

function floodOf(bytes: number, lines: number): string | undefined {
  if (lines > MOST_LINES) return 'it said more than 50,000 lines at once, and was not heard out';
  if (bytes > MOST_BYTES) return 'it said more than 64 MB at once, and was not heard out';
  return undefined;
}
