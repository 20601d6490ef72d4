import { nextTick } from 'node:process';
import type { Writable } from 'node:stream';
import { ignoreErrors } from '../process/index.js';

export interface WriterOptions {
  /** How to write to the stream; its own `write` unless that was taken from the rest of the program. */
  readonly write?: Writable['write'];
  /** The stream takes more again. */
  readonly onDrain: () => void;
  /** The reader is gone. */
  readonly onGone: (error?: unknown) => void;
}

/** Writes messages to a stream, each as exactly one line. What is written in one turn leaves together. */
export function createLineWriter(output: Writable, options: WriterOptions) {
  const put = (options.write ?? output.write).bind(output) as Writable['write'];
  const waiting = new Set<() => void>();
  let joined = '';
  let blocked = false;
  let gone = false;
  let released = false;

  const onDrain = (): void => {
    blocked = false;
    options.onDrain();
  };
  const onGone = (error?: unknown): void => {
    if (gone) return;
    gone = true;
    for (const settle of waiting) settle();
    if (!released) options.onGone(error);
  };
  const onClose = () => onGone();

  /** Give the stream what was written in this turn, without waiting for its end. */
  const flush = (): void => {
    const text = joined;
    joined = '';
    if (text !== '' && !gone && !put(text)) blocked = true;
  };

  ignoreErrors(output);
  output.on('drain', onDrain).on('error', onGone).on('close', onClose);
  if (output.destroyed || output.writableEnded) queueMicrotask(onClose);

  return {
    /** The stream has enough for now. What is written all the same waits in it, in order. */
    get blocked() {
      return blocked;
    },
    get gone() {
      return gone;
    },
    write(text: string) {
      if (gone || released) return;
      if (joined === '') nextTick(flush);
      joined += `${asOneLine(text)}\n`;
      // As much as a stream takes before it has enough.
      if (joined.length >= output.writableHighWaterMark) flush();
    },
    flush,
    /** Settles when everything is written, or the reader is gone. */
    flushed() {
      return new Promise<void>((resolve) => {
        if (gone) return resolve();
        waiting.add(resolve);
        flush();
        put('', () => resolve()); // called when everything before it was taken, also where that failed
      });
    },
    /** Write no more. */
    release() {
      flush();
      released = true;
      output.off('drain', onDrain).off('error', onGone).off('close', onClose);
    },
  };
}

/** JSON has no raw newlines in its strings, so one that is there is between two tokens and may be a space. */
function asOneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]+/g, ' ').trim() : text;
}
