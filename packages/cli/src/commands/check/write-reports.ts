import { readFileSync } from 'node:fs';
import type { Baseline, Report } from '@errata/check';
import type { CheckLibrary } from './check-library.js';
import { writeFile } from '../../output/write-file.js';
import { sentenceOf } from '../../running.js';
import type { Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';
import type { CheckFlags } from './flags.js';

/** Everything that was asked for: files first, then what is printed. */
export function writeReports(
  check: CheckLibrary,
  raw: Report,
  judged: Report,
  flags: CheckFlags,
  terminal: Terminal,
): void {
  const { strict = false, junit, sarif, html, writeBaseline, verbose = false } = flags;
  const files: readonly (readonly [string | undefined, () => string])[] = [
    [junit, () => check.toJunit(judged, { strict })],
    [sarif, () => check.toSarif(judged)],
    [html, () => check.toHtml(judged)],
    [writeBaseline, () => check.toBaseline(raw)],
  ];
  for (const [file, text] of files) {
    if (file === undefined) continue;
    writeFile(file, text());
    terminal.err(`wrote ${file}\n`);
  }
  const { columns, colors } = terminal;
  terminal.out(
    flags.json === true
      ? `${check.toJson(judged)}\n`
      : `${check.renderTerminal(judged, { columns, colors, verbose })}\n`,
  );
}

export function readBaseline(check: CheckLibrary, file: string): Baseline {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `cannot read the baseline ${file}: ${sentenceOf(error)}`,
      '--write-baseline writes one.',
    );
  }
  try {
    return check.parseBaseline(text);
  } catch (error) {
    throw new UsageError(`${file} is no baseline: ${sentenceOf(error)}`);
  }
}
