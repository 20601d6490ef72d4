import process from 'node:process';
import type { Baseline, Progress, Report, Waiting } from '@errata/check';
import { UsageError, type ExitCode } from '../../command.js';
import { assertWritable, writeJson } from '../../output/write.js';
import { sentenceOf, untilInterrupted } from '../../running.js';
import { createProgressLine, type ProgressLine, type Terminal } from '../../terminal.js';
import {
  selectCases,
  toOptions,
  toTargets,
  type CheckCall,
  type CheckFlags,
  type CheckLibrary,
} from './call.js';
import {
  casesAsJson,
  describeForeign,
  listCases,
  readBaseline,
  renewBaseline,
  withoutSkipped,
  writeBaseline,
  writeReports,
} from './reports.js';

/** Judge the targets and tell what was found. */
export async function runCheck(call: CheckCall, terminal: Terminal): Promise<ExitCode> {
  const { flags } = call;
  const check = await import('@errata/check');
  const cases = selectCases(check, flags.only);
  if (flags.list === true) {
    if (flags.json === true) writeJson(casesAsJson(cases), terminal);
    else terminal.out(listCases(check, cases, terminal));
    return 0;
  }
  const targets = toTargets(check, call);
  for (const file of [flags.junit, flags.sarif, flags.html, flags.writeBaseline]) {
    if (file !== undefined) assertWritable(file);
  }
  const baseline = flags.baseline === undefined ? undefined : readBaseline(check, flags.baseline);
  const options = await toOptions(check, flags);
  if (baseline !== undefined) {
    const foreign = describeForeign(baseline, flags.baseline!, targets);
    if (foreign !== undefined) terminal.err(`errata: ${foreign}\n`);
  }
  const line = createProgressLine(terminal);
  try {
    const { report, interrupted } = await untilEnded(line, terminal, (signal) =>
      check.checkTargets(targets, {
        ...options,
        cases,
        ...(cases.some(check.needsOthers) && { context: check.CASES }),
        signal,
        ...progressOn(line, terminal),
      }),
    );
    line.clear();
    if (interrupted !== undefined) {
      // Half a run is not a baseline: what it did not get to is neither known nor stale.
      writeReports(check, report, flags, terminal);
      terminal.err('errata: interrupted: this is what was found so far\n');
      return interrupted;
    }
    const known = baseline && withoutSkipped(baseline, check.CASES, cases);
    return tell(check, report, known, flags, terminal);
  } catch (error) {
    line.clear();
    if (error instanceof UsageError) throw error;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const lines = stack.split('\n').map((line) => `│ ${line}\n`);
    terminal.err(`errata: the check itself broke: ${sentenceOf(error)}\n${lines.join('')}`);
    return 3;
  }
}

/** Everything that was asked for, and how the command ends. What was just written down as known is known already. */
function tell(
  check: CheckLibrary,
  report: Report,
  known: Baseline | undefined,
  flags: CheckFlags,
  terminal: Terminal,
): ExitCode {
  const file = flags.writeBaseline;
  const isWhole = report.targets.every(({ unreachable }) => unreachable === undefined);
  const text =
    file === undefined || !isWhole ? undefined : renewBaseline(check, report, file, known);
  const baseline = text === undefined ? known : check.parseBaseline(text);
  const judged = baseline === undefined ? report : check.applyBaseline(report, baseline);
  writeReports(check, judged, flags, terminal);
  if (file !== undefined && text !== undefined) writeBaseline(file, text, report, terminal);
  else if (file !== undefined) {
    terminal.err(`errata: ${file} was not written: not every server could be judged\n`);
  }
  return check.exitCodeOf(judged, { strict: flags.strict === true });
}

/** Work that a signal ends; where there is nothing to tell of yet, the process ends with it. */
export async function untilEnded<T>(
  line: ProgressLine,
  { err }: Terminal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly report: T; readonly interrupted: 130 | 143 | undefined }> {
  const { value, interrupted } = await untilInterrupted((signal) =>
    work(signal).then(
      (result) => ({ result }),
      (error: unknown) => {
        const aborted = signal.aborted && error instanceof Error && error.name === 'AbortError';
        if (!aborted) throw error;
        return undefined;
      },
    ),
  );
  if (value !== undefined) return { report: value.result, interrupted };
  line.clear();
  err('errata: interrupted before anything was judged\n');
  return process.exit(interrupted);
}

/** A terminal shows each case; a log gets a line per server and revision, and the reason for a wait. */
export function progressOn(line: ProgressLine, { interactive, columns, err }: Terminal) {
  return {
    onProgress({ target, era, done, total, reported, case: { id } }: Progress): void {
      if (interactive) return line.show(`${done}/${total} ${era} ${id}`);
      if (done > 1) return;
      const [cases, judge] = reported === 1 ? ['case', 'it judges'] : ['cases', 'some judge'];
      const more = total > reported ? ` (${total} run, because ${judge} all replies)` : '';
      err(`errata: ${target}: ${reported} ${cases} in ${era}${more}\n`);
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
