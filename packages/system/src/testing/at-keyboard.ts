import { PassThrough } from 'node:stream';
import type { RunIo } from '../simulator/index.js';

/** A program at a keyboard: what it shows is kept, and errors begin with `! `. */
export function atKeyboard(run: (io: RunIo) => Promise<number>) {
  const input = new PassThrough();
  const stop = new AbortController();
  let shown = '';
  let waiting: (() => void) | undefined;
  const show = (text: string): void => {
    shown += text;
    waiting?.();
  };
  const code = run({
    out: show,
    err: (text) => show(`! ${text}`),
    input,
    signal: stop.signal,
  });
  const until = async (part: string): Promise<void> => {
    while (!shown.includes(part)) await new Promise<void>((resolve) => (waiting = resolve));
  };
  /** Types a line, and waits for an answer that has this in it. */
  const type = async (line: string, answer: string): Promise<void> => {
    shown = '';
    input.write(`${line}\n`);
    await until(answer);
  };
  return { input, stop, code, until, type, shown: () => shown };
}
