import type { Terminal } from '../terminal.js';

/** One JSON value on one line: what a program reads. */
export function writeJson(value: unknown, terminal: Terminal): void {
  terminal.out(`${JSON.stringify(value)}\n`);
}
