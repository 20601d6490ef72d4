import type { Terminal } from '../terminal.js';

/** How far long work is. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

/** On a terminal one line that is written over; elsewhere, as in the log of a build, a line each. */
export function createProgressLine({
  err,
  replaceLine,
  columns,
  interactive,
}: Terminal): ProgressLine {
  let shown = false;
  return {
    show(text) {
      const line = text.slice(0, columns - 1);
      if (interactive) replaceLine(line);
      else err(`${line}\n`);
      shown = interactive;
    },
    clear() {
      if (shown) replaceLine('');
      shown = false;
    },
  };
}
