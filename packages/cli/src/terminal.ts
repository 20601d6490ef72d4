import pico from 'picocolors';
import { annotated, printed } from './output/printed.js';

/**
 * Where a command writes to: the only way to a stream, so that no command can print what a terminal or a CI log would obey.
 * Streams and settings are parameters, so that tests need no process.
 */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Writes annotations to `out`: the only lines that GitHub may obey. */
  annotate(text: string): void;
  /** Replaces the line that the cursor of `err` is in, where somebody looks at it. */
  replaceLine(text: string): void;
  /** Width of the lines: that of the screen, or 80 where there is none; never so wide that the eye gets lost. */
  readonly columns: number;
  readonly colors: ReturnType<typeof pico.createColors>;
  /** Whether somebody looks at what goes to `err`: then a line may be written over. */
  readonly interactive: boolean;
}

export interface ProcessLike {
  readonly stdout: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  readonly stderr: { write(text: string): unknown; isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Colours only on a terminal, and never where NO_COLOR is set. */
export function createTerminal({ stdout, stderr, env }: ProcessLike): Terminal {
  const colorful =
    stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  // A screen of unknown size, as in some containers, says 0.
  const columns = stdout.columns === undefined || stdout.columns === 0 ? 80 : stdout.columns;
  return {
    out: (text) => void stdout.write(printed(text, colorful)),
    err: (text) => void stderr.write(printed(text, colorful)),
    annotate: (text) => void stdout.write(annotated(text)),
    replaceLine: (text) => void stderr.write(`\r\u001b[2K${printed(text, colorful)}`),
    columns: Math.min(120, Math.max(40, columns)),
    colors: pico.createColors(colorful),
    interactive: stderr.isTTY === true && env['TERM'] !== 'dumb',
  };
}
