import type { Readable } from 'node:stream';
import type { Problem } from '@errata/core/internal';
import { ignoreErrors } from '../process/index.js';
import { LineReader } from './line-reader.js';

export interface ReadOptions {
  readonly maxBytes: number;
  /** Whether the next line may be worked on. While it may not, the stream is not read either. */
  readonly ready: () => boolean;
  readonly onLine: (line: Uint8Array | Problem) => void;
  /** A line is too long, and its end has not come yet. */
  readonly onOverlong?: () => void;
  /** All lines were given out and no more will come. */
  readonly onEnd: (error?: unknown) => void;
}

export interface Reading {
  /** It may be ready again. */
  resume(): void;
  /** Allow longer lines from now on. */
  raise(maxBytes: number): void;
  /** Read no more, and give out no more of what was read. */
  stop(): void;
}

/** Give out the lines of a stream, as fast as they can be worked on and no faster. */
export function readLines(input: Readable, options: ReadOptions): Reading {
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
