import type { Report } from '@errata/check';
import type { CheckLibrary } from './check-library.js';
import { writeFile } from '../../output/write-file.js';
import type { Terminal } from '../../terminal.js';
import type { CheckFlags } from './flags.js';

/** Everything that was asked for: what is printed first, because files may fail. */
export function writeReports(
  check: CheckLibrary,
  judged: Report,
  flags: CheckFlags,
  terminal: Terminal,
): void {
  const { strict = false, junit, sarif, html, verbose = false } = flags;
  const { columns, colors } = terminal;
  terminal.out(
    flags.json === true
      ? `${check.toJson(judged, { strict })}\n`
      : `${check.renderTerminal(judged, { columns, colors, verbose })}\n`,
  );
  const files: readonly (readonly [string | undefined, () => string])[] = [
    [junit, () => check.toJunit(judged, { strict })],
    [sarif, () => check.toSarif(judged)],
    [html, () => check.toHtml(judged)],
  ];
  for (const [file, text] of files) {
    if (file === undefined) continue;
    writeFile(file, text());
    terminal.err(`wrote ${file}\n`);
  }
}

/** Write a baseline down, and say how much is in it. */
export function writeBaseline(file: string, text: string, raw: Report, terminal: Terminal): void {
  const verdicts = raw.targets.flatMap(({ eras }) =>
    eras.flatMap(({ results }) => results.map(({ verdict }) => verdict)),
  );
  const failures = verdicts.filter((verdict) => verdict === 'fail').length;
  const warnings = verdicts.filter((verdict) => verdict === 'warn').length;
  writeFile(file, text);
  const what = `${counted(failures, 'failure')}, ${counted(warnings, 'warning')}`;
  terminal.err(`${counted(failures + warnings, 'entry', 'entries')} in ${file}: ${what}\n`);
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
