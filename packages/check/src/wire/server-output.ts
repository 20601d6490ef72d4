import { stripVTControlCharacters } from 'node:util';
import type { Readable } from 'node:stream';
import type { LinkProcess } from './peer.js';

const LONGEST = 500;

/** How a process ended that had nothing to say, and what it wrote to standard error about it, as one sentence. */
export async function lastWords({ exited, stderr }: LinkProcess): Promise<string> {
  const how = await exited;
  const words = tellingLine(stderr());
  return `the server ended with ${how} before it answered anything${words === undefined ? '' : `; its last words: ${words}`}`;
}

/** How the line begins that names the failure: `TypeError: …`, `Error [ERR_X]: …`, `mcp.McpError: …`, `panic: …`, `npm error 404 …`. */
const NAMES_IT =
  /^(?:Uncaught )?[\w.]*(?:Error|Exception)(?: \[\w+\])?: |^(?:fatal|fatal error|panic): |^thread '.*' panicked|^npm (?:error|ERR!) (?!code )\S+ /i;

/** Lines of a stack and of a banner, which say less than any other. */
const SAYS_LITTLE = /^\s+at |^Node\.js v\d|^\(Use `node |^\s*$/;

/** The line that says what went wrong; of a text that has none, the last one. */
export function tellingLine(text: string): string | undefined {
  const lines = stripVTControlCharacters(text).split(/\r?\n/);
  const line =
    lines.find((each) => NAMES_IT.test(each)) ?? lines.findLast((each) => !SAYS_LITTLE.test(each));
  return line?.trim().slice(0, LONGEST);
}

const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines, whatever the pieces in which it comes; of a line that is too long, the beginning is kept. */
export class LineCutter {
  readonly #onLine: (line: Uint8Array) => void;
  readonly #longest: number;
  #rest: Uint8Array[] = [];
  #length = 0;

  constructor(onLine: (line: Uint8Array) => void, longest = Number.POSITIVE_INFINITY) {
    this.#onLine = onLine;
    this.#longest = longest;
  }

  /** Whether no line has begun. */
  get isBetweenLines(): boolean {
    return this.#rest.length === 0;
  }

  take(chunk: Uint8Array): void {
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
      this.#keep(chunk.subarray(begin, end));
      const line = this.#rest.length === 1 ? this.#rest[0]! : Buffer.concat(this.#rest);
      this.#rest = [];
      this.#length = 0;
      this.#onLine(line);
      begin = end + 1;
    }
    if (begin < chunk.length) this.#keep(chunk.subarray(begin));
  }

  #keep(piece: Uint8Array): void {
    const kept = piece.subarray(0, Math.max(0, this.#longest - this.#length));
    if (kept.length === 0) return;
    this.#length += kept.length;
    this.#rest.push(kept);
  }
}

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
