import type { Terminal } from '../terminal.js';

/** How far long work is. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

/** On a terminal one line that is written over; elsewhere, as in the log of a build, a line each. */
export function createProgressLine({ err, columns, interactive }: Terminal): ProgressLine {
  let shown = false;
  return {
    show(text) {
      const line = text.slice(0, columns - 1);
      err(interactive ? `\r\u001b[2K${line}` : `${line}\n`);
      shown = interactive;
    },
    clear() {
      if (shown) err('\r\u001b[2K');
      shown = false;
    },
  };
}
