import type { Readable } from 'node:stream';
import { LineCutter } from './line-cutter.js';

/** Bytes of one line; what comes beyond is not kept. */
const LONGEST_LINE = 8 << 20;
/** Limits of what a server may send in one exchange. */
const MOST_BYTES = 64 << 20;
const MOST_LINES = 50_000;

/** The output of a server as lines, up to limits, kept until there is a listener. */
export class ServerOutput {
  readonly closed: Promise<void>;
  #isClosed = false;
  #flood: string | undefined;
  #bytes = 0;
  #lines = 0;
  #waiting: Uint8Array[] = [];
  #listener: ((line: Uint8Array) => void) | undefined;

  /** `onFlood`: it has sent more than the limits allow, and the link is closed. */
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

  /** Why the link was closed from our side. */
  get flood(): string | undefined {
    return this.#flood;
  }

  /** The limits count from here. */
  resetLimits(): void {
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
  if (lines > MOST_LINES) return 'it sent more than 50,000 lines at once; the rest was not read';
  if (bytes > MOST_BYTES) return 'it sent more than 64 MB at once; the rest was not read';
  return undefined;
}
