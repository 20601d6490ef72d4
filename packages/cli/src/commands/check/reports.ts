import { readFileSync } from 'node:fs';
import type { Baseline, Case, Report, CheckTarget } from '@errata/check';
import { UsageError } from '../../command.js';
import { indent } from '../../output/wrap.js';
import { writeFile } from '../../output/write.js';
import { sentenceOf } from '../../running.js';
import type { Terminal } from '../../terminal.js';
import type { CheckFlags, CheckLibrary } from './call.js';

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
      : `${check.renderTerminal(judged, { columns, colors, verbose, strict })}\n`,
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
    throw new UsageError(`${file} is not a baseline: ${sentenceOf(error)}`);
  }
}

/** The baseline of a run as text. It keeps the reasons of an existing file. */
export function renewBaseline(
  check: CheckLibrary,
  report: Report,
  file: string,
  given: Baseline | undefined,
): string {
  if (given !== undefined) return check.toBaseline(report, given);
  try {
    return check.toBaseline(report, readBaseline(check, file));
  } catch {
    return check.toBaseline(report); // the first of its name
  }
}

/** Entries for cases that were not run are neither known nor stale; an entry for an unknown case stays, and is reported. */
export function withoutSkipped(
  baseline: Baseline,
  all: readonly Case[],
  run: readonly Case[],
): Baseline {
  const skipped = new Set(all.filter((each) => !run.includes(each)).map(({ id }) => id));
  return { ...baseline, known: baseline.known.filter((entry) => !skipped.has(entry.case)) };
}

/** Targets of a baseline that are named in a complaint. */
const MOST_NAMED = 3;

/** What is in a baseline for servers that are not checked, as a sentence: the name of a target may be spelled otherwise. */
export function describeForeign(
  { known }: Baseline,
  file: string,
  targets: readonly CheckTarget[],
): string | undefined {
  const own = new Set(targets.map(({ name }) => name));
  const foreign = known.flatMap(({ target }) =>
    target === undefined || own.has(target) ? [] : [target],
  );
  if (foreign.length === 0) return undefined;
  const names = [...new Set(foreign)];
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  const what =
    foreign.length === 1
      ? `1 entry of ${file} is for a target that was`
      : `${foreign.length} entries of ${file} are for targets that were`;
  return `${what} not checked: ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** What there is to be judged, group by group. An id is not wrapped, so that it can be copied. */
export function listCases(
  { GROUPS }: Pick<CheckLibrary, 'GROUPS'>,
  cases: readonly Case[],
  { columns, colors }: Terminal,
): string {
  const lines = Object.entries(GROUPS).flatMap(([group, title]) => {
    const own = cases.filter((each) => each.group === group);
    if (own.length === 0) return [];
    return [
      colors.bold(`${group}: ${title}`),
      ...own.flatMap(({ id, keyword, requirement }) => [
        `  ${keyword.padEnd(6)}  ${colors.cyan(id)}`,
        ...indent(requirement, 10, columns).map(colors.dim),
      ]),
      '',
    ];
  });
  const musts = cases.filter(({ keyword }) => keyword === 'MUST').length;
  const sum = `${cases.length} cases: ${musts} MUST (fail), ${cases.length - musts} SHOULD (warn)`;
  return `${[...lines, sum].join('\n')}\n`;
}

/** The same for programs. */
export function casesAsJson(cases: readonly Case[]): object {
  return {
    cases: cases.map(({ id, group, keyword, requirement, link, eras, transports, fix }) => ({
      id,
      group,
      keyword,
      requirement,
      link,
      fix,
      ...(eras && { eras }),
      ...(transports && { transports }),
    })),
  };
}
