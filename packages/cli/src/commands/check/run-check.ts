import process from 'node:process';
import type { Baseline, Case, CheckTargetsOptions, Progress, Target } from '@errata/check';
import type { CheckLibrary } from './check-library.js';
import { createProgressLine, type ProgressLine } from '../../output/progress-line.js';
import type { ExitCode } from '../../perform.js';
import { sentenceOf } from '../../running.js';
import type { Terminal } from '../../terminal.js';
import { untilInterrupted } from '../../until-interrupted.js';
import { UsageError } from '../../usage-error.js';
import { readVersion } from '../../version.js';
import { loadContract } from './load-contract.js';
import type { CheckFlags } from './flags.js';
import { listCases, selectCases } from './select-cases.js';
import { readBaseline, writeReports } from './write-reports.js';

export interface CheckCall {
  /** Targets that were named one by one. */
  readonly named: readonly string[];
  /** The words of a command after `--`. */
  readonly words: readonly string[] | undefined;
  readonly flags: CheckFlags;
}

/** Judge the targets and tell what was found. */
export async function runCheck(call: CheckCall, terminal: Terminal): Promise<ExitCode> {
  const { flags } = call;
  const check = await import('@errata/check');
  const cases = selectCases(check.CASES, flags.only);
  if (flags.list === true) {
    terminal.out(listCases(cases, terminal, flags.json === true));
    return 0;
  }
  const targets = toTargets(check, call);
  const baseline = flags.baseline === undefined ? undefined : readBaseline(check, flags.baseline);
  const options = await toOptions(check, flags);
  const line = createProgressLine(terminal);
  try {
    const report = await untilInterrupted((signal) =>
      check.checkTargets(targets, {
        ...options,
        cases,
        ...(cases.some(check.needsOthers) && { context: check.CASES }),
        signal,
        onProgress: progressOn(line, terminal),
      }),
    );
    line.clear();
    const judged =
      baseline === undefined
        ? report
        : check.applyBaseline(report, withoutSkipped(baseline, check.CASES, cases));
    writeReports(check, report, judged, flags, terminal);
    return check.exitCodeOf(judged, { strict: flags.strict === true });
  } catch (error) {
    line.clear();
    if (error instanceof UsageError) throw error;
    if (error instanceof Error && error.name === 'AbortError') {
      terminal.err('errata: interrupted; nothing was judged to the end\n');
      return 2;
    }
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    terminal.err(`errata: the check itself broke: ${sentenceOf(error)}\n${stack}\n`);
    return 3;
  }
}

/** What was not run is neither known nor stale; a case that there is not at all stays, to be told of. */
function withoutSkipped(baseline: Baseline, all: readonly Case[], run: readonly Case[]): Baseline {
  const skipped = new Set(all.filter((each) => !run.includes(each)).map(({ id }) => id));
  return { ...baseline, known: baseline.known.filter((entry) => !skipped.has(entry.case)) };
}

function toTargets(check: CheckLibrary, { named, words, flags }: CheckCall): readonly Target[] {
  try {
    const targets = named.map((text) =>
      check.parseTarget(text, { allowHosts: flags.allowHost ?? [] }),
    );
    if (words !== undefined) targets.push(check.toCommand(words));
    if (targets.length > 0) return targets;
  } catch (error) {
    if (error instanceof check.TargetError) throw new UsageError(error.message);
    throw error;
  }
  throw new UsageError(
    'nothing to check was named',
    'Such as: errata check -- node my-server.js, or errata check http://127.0.0.1:3000/mcp',
  );
}

async function toOptions(
  check: CheckLibrary,
  flags: CheckFlags,
): Promise<Omit<CheckTargetsOptions, 'onProgress'>> {
  const { era, plain, timeout, call, cwd, allowWrites } = flags;
  if (plain === true && era !== undefined) {
    throw new UsageError('--plain is JSON-RPC without MCP, and --era a revision of MCP: say one');
  }
  const harmless = harmlessOf(flags);
  return {
    version: readVersion(),
    date: new Date(),
    env: process.env,
    headers: headersOf(flags.header ?? []),
    ...(plain === true ? { eras: ['jsonrpc' as const] } : era !== undefined && { eras: era }),
    ...(harmless && { harmless }),
    ...(allowWrites === true && { allowWrites }),
    ...(call !== undefined && { allowTools: call }),
    ...(cwd !== undefined && { cwd }),
    ...(timeout !== undefined && { timing: { ...check.DEFAULT_TIMING, patience: timeout } }),
    ...(flags.contract !== undefined && { contract: await loadContract(check, flags.contract) }),
  };
}

function harmlessOf({ plain, method, params }: CheckFlags): CheckTargetsOptions['harmless'] {
  if (method === undefined) {
    if (params !== undefined) throw new UsageError('--params belongs to --method');
    return undefined;
  }
  if (plain !== true) throw new UsageError('--method is for --plain: MCP has methods of its own');
  if (params === undefined) return { method, params: undefined };
  try {
    const value: unknown = JSON.parse(params);
    if (typeof value === 'object' && value !== null) return { method, params: value };
  } catch {
    // said below
  }
  throw new UsageError(`--params takes a JSON object or array, not ${JSON.stringify(params)}`);
}

function headersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((header) => {
      const colon = header.indexOf(':');
      if (colon < 1)
        throw new UsageError(`--header takes "Name: value", not ${JSON.stringify(header)}`);
      return [header.slice(0, colon).trim().toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
}

/** Somebody who looks on sees each case; a log gets a line per server and revision. */
function progressOn(line: ProgressLine, { interactive }: Terminal): (progress: Progress) => void {
  return ({ target, era, done, total, case: { id } }) => {
    if (interactive) line.show(`${done}/${total} ${era} ${id}`);
    else if (done === 1) line.show(`errata: ${target}: ${total} cases in ${era}`);
  };
}
