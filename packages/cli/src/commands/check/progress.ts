import type { Progress, Waiting } from '@errata/check';
import type { ProgressLine } from '../../output/progress-line.js';
import type { Terminal } from '../../terminal.js';

/** Somebody who looks on sees each case; a log gets a line per server and revision, and why nothing happens. */
export function progressOn(line: ProgressLine, { interactive, columns, err }: Terminal) {
  return {
    onProgress({ target, era, done, total, case: { id } }: Progress): void {
      if (interactive) line.show(`${done}/${total} ${era} ${id}`);
      else if (done === 1) err(`errata: ${target}: ${total} cases in ${era}\n`);
    },
    onWaiting({ target, upTo }: Waiting): void {
      const waiting = (name: string): string =>
        `waiting for the first answer of ${name}, up to ${upTo / 1000} s`;
      if (!interactive) return err(`errata: ${waiting(target)}\n`);
      // A long command gives way, so that the end of the line is seen.
      const room = Math.max(8, columns - 1 - waiting('').length);
      line.show(waiting(target.length > room ? `${target.slice(0, room - 1)}…` : target));
    },
  };
}
