import type { Readable } from 'node:stream';
import { createParser, type Problem } from '@errata/core/internal';
import { ignoreErrors } from '../process/index.js';
import { Outline } from './outline.js';

export interface ReadLinesOptions {
  readonly maxBytes: number;
  /** Whether the next line may be worked on. While it may not, the stream is not read either. */
  readonly ready: () => boolean;
  readonly onLine: (line: Uint8Array | Problem) => void;
  /** A line is too long, and its end has not come yet. */
  readonly onOverlong?: () => void;
  /** All lines were given out and no more will come. */
  readonly onEnd: (error?: unknown) => void;
}

export interface LineReading {
  /** It may be ready again. */
  resume(): void;
  /** Allow longer lines from now on. */
  raise(maxBytes: number): void;
  /** Stops reading, and drops what was read. */
  stop(): void;
}

/** Give out the lines of a stream, as fast as they can be worked on and no faster. */
export function readLines(input: Readable, options: ReadLinesOptions): LineReading {
  const { ready, onLine, onEnd } = options;
  const reader = new LineReader(options.maxBytes);
  let state: 'open' | 'ended' | 'stopped' = 'open';
  let failure: unknown;
  let busy = false;

  const pump = (): void => {
    if (busy || state === 'stopped') return; // busy: a handler made the output drain while its line was being worked on
    busy = true;
    try {
      while (ready()) {
        const line = reader.next();
        if (line === undefined) return exhausted();
        onLine(line);
        if (stopped()) return;
      }
      input.pause();
    } finally {
      busy = false;
    }
  };
  const stopped = () => state === 'stopped'; // a function, because a line may change what the compiler believes to know
  const exhausted = (): void => {
    if (state === 'open') {
      if (reader.overlong) options.onOverlong?.();
      if (!stopped() && input.isPaused()) input.resume();
      return;
    }
    stop();
    onEnd(failure);
  };
  const end = (error?: unknown): void => {
    if (state !== 'open') return;
    state = 'ended';
    failure = error;
    reader.end();
    pump();
  };
  const onData = (chunk: Uint8Array | string): void => {
    reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    pump();
  };
  const onClose = () => end();
  const stop = (): void => {
    state = 'stopped';
    input.off('data', onData).off('end', onClose).off('close', onClose).off('error', end);
    input.pause();
  };

  ignoreErrors(input);
  input.on('end', onClose).on('close', onClose).on('error', end).on('data', onData);
  if (input.readableEnded || input.destroyed) queueMicrotask(end);
  return { resume: pump, raise: (maxBytes) => reader.raise(maxBytes), stop };
}

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** What is allocated first for a line that comes in pieces, and the most that is held between two lines. */
const SMALL = 4096;
const NOTHING = Buffer.alloc(0);

/**
 * Cuts chunks of bytes into lines. Bytes, because a chunk may end inside a character. A line is taken out only when it is
 * asked for, so that nothing is worked on while replies cannot be sent.
 */
export class LineReader {
  #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  /** How much of the first chunk is done. */
  #at = 0;
  /** The beginning of an incomplete line. It grows by doubling: a list of one-byte chunks would cost more than its bytes. */
  #partial = NOTHING;
  #length = 0;
  /** What is left of a line that is too long. */
  #outline: Outline | undefined = undefined;
  #ended = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether the line that is being read is too long already. */
  get overlong(): boolean {
    return this.#outline !== undefined;
  }

  /** Allow longer lines from now on. */
  raise(maxBytes: number): void {
    this.#maxBytes = maxBytes;
  }

  /** How many bytes are set aside for the line that is being read. */
  get kept(): number {
    return this.#partial.length;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length > 0) this.#chunks.push(chunk);
  }

  /** No more chunks: what is left is a line, with or without a newline. */
  end(): void {
    this.#ended = true;
  }

  /** The next line that is not empty, valid until the next call; or the problem with one that is too long. */
  next(): Uint8Array | Problem | undefined {
    for (let chunk = this.#chunks[0]; chunk !== undefined; chunk = this.#chunks[0]) {
      const newline = chunk.indexOf(NEWLINE, this.#at);
      const rest = chunk.subarray(this.#at, newline === -1 ? chunk.length : newline);
      this.#at = newline === -1 ? chunk.length : newline + 1;
      if (this.#at === chunk.length) {
        this.#chunks.shift();
        this.#at = 0;
      }
      if (newline === -1) {
        this.#keep(rest);
        continue;
      }
      const line = this.#finish(rest);
      if (line !== undefined) return line;
    }
    return this.#ended ? this.#finish(NOTHING) : undefined;
  }

  #finish(rest: Uint8Array): Uint8Array | Problem | undefined {
    const whole = this.#length === 0 && this.#outline === undefined;
    if (!whole || rest.length > this.#maxBytes) this.#keep(rest);
    const outline = this.#outline;
    const partial = this.#partial;
    const length = this.#length;
    this.#outline = undefined;
    this.#length = 0;
    if (partial.length > SMALL) this.#partial = NOTHING;
    if (outline !== undefined) return tooLarge(outline.text);
    const line = withoutReturn(length === 0 ? rest : partial.subarray(0, length));
    if (line.length > this.#maxBytes) return tooLarge(outlineOf(line).text);
    return line.length === 0 ? undefined : line;
  }

  #keep(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    // One more than the limit, because the last byte may turn out to be the `\r` of a line that fits.
    if (this.#outline === undefined && length > this.#maxBytes + 1) {
      this.#outline = outlineOf(this.#partial.subarray(0, this.#length));
      this.#partial = NOTHING;
      this.#length = 0;
    }
    if (this.#outline !== undefined) return this.#outline.push(bytes);
    if (length > this.#partial.length) this.#grow(length);
    this.#partial.set(bytes, this.#length);
    this.#length = length;
  }

  #grow(length: number): void {
    const size = Math.max(length, Math.min(this.#partial.length * 2, this.#maxBytes + 1), SMALL);
    const grown = Buffer.allocUnsafeSlow(size);
    grown.set(this.#partial.subarray(0, this.#length));
    this.#partial = grown;
  }
}

function outlineOf(bytes: Uint8Array): Outline {
  const outline = new Outline();
  outline.push(bytes);
  return outline;
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line[line.length - 1] === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}

/** Ids that every era allows: without one, the reply is as the era wants it, and with a wrong one it is not. */
const parse = createParser({ era: '2025-11-25', limits: { maxBytes: 0 } });

/** The problem that core's parser would have found, had it been given the whole text; from its outline alone. */
export function tooLarge(outline: string | undefined): Problem {
  const problem = parse(outline || ' ') as Problem;
  // U+FFFD replaces bytes that were not UTF-8: not the id that was sent.
  return problem.id?.includes('\ufffd') ? { ...problem, id: undefined } : problem;
}
