import pico from 'picocolors';
import { fold } from './output/wrap.js';

/**
 * Where a command writes to: the only way to a stream, so that no command can print what a terminal or a CI log would obey.
 * Streams and settings are parameters, so that tests need no process.
 */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Writes an error to `err`, after `errata: `. On a terminal, lines are broken between words; in a log each stays one line. */
  fail(text: string): void;
  /** Writes annotations to `out`: the only lines that GitHub may obey. */
  annotate(text: string): void;
  /** Replaces the line that the cursor of `err` is in; for terminals. */
  replaceLine(text: string): void;
  /** The width of the lines: that of the screen with a maximum, or 80 without a screen. */
  readonly columns: number;
  readonly colors: ReturnType<typeof pico.createColors>;
  /** Whether `err` is a terminal: then a line may be written over. */
  readonly interactive: boolean;
}

export interface TerminalProcess {
  readonly stdout: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  readonly stderr: { write(text: string): unknown; isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Colours only on a terminal, and never where NO_COLOR is set. */
export function createTerminal({ stdout, stderr, env }: TerminalProcess): Terminal {
  const colorful =
    stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  // A screen of unknown size, as in some containers, says 0.
  const columns = stdout.columns === undefined || stdout.columns === 0 ? 80 : stdout.columns;
  const interactive = stderr.isTTY === true && env['TERM'] !== 'dumb';
  const width = Math.min(120, Math.max(40, columns));
  return {
    out: (text) => void stdout.write(printed(text, colorful)),
    err: (text) => void stderr.write(printed(text, colorful)),
    fail(text) {
      const line = `errata: ${text}`;
      stderr.write(printed(`${interactive ? fold(line, width) : line}\n`, colorful));
    },
    annotate: (text) => void stdout.write(annotated(text)),
    replaceLine: (text) => void stderr.write(`\r\u001b[2K${printed(text, colorful)}`),
    columns: width,
    colors: pico.createColors(colorful),
    interactive,
  };
}

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

/** GitHub obeys a line that begins with `::`, whatever spaces or colours are before it. */
const LINE_COMMAND = /^((?:[^\S\n\r\u2028\u2029]|\u001b\[\d+m)*:):/gm;
/** GitHub obeys `##[` anywhere in a line, Azure `##vso[`, TeamCity `##teamcity[`. */
const COMMAND = /##(?=\w{0,32}\[)/g;

/** What a terminal obeys or hides, and the line ends that only some readers know. */
const UNSEEN = /\u001b\[\d+m|(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A text as it may be printed, whatever a server wrote into it: a terminal and a CI log show it, and obey nothing in it but our own
 * colours. Escapes are those of JSON, so that JSON keeps its meaning.
 */
export function printed(text: string, colorful: boolean): string {
  return text
    .replaceAll(UNSEEN, (found) => (found.length > 2 && colorful ? found : escaped(found)))
    .replaceAll(LINE_COMMAND, '$1\\u003a')
    .replaceAll(COMMAND, '#\\u0023');
}

const ANNOTATION = /^:\\u003a(?=(?:error|warning|notice) file=)/gm;

/** Lines that annotate a file, as GitHub obeys them. Every other command in them is still only shown. */
function annotated(text: string): string {
  return printed(text, false).replaceAll(ANNOTATION, '::');
}

/** One character, or the colour that it begins. */
function escaped(found: string): string {
  if (found.length > 2) return `\\u001b${found.slice(1)}`;
  return Array.from(
    { length: found.length },
    (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
