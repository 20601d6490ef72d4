import process from 'node:process';
import type { Baseline, CheckTargetsOptions, Report, Target } from '@errata/check';
import { createProgressLine } from '../../output/progress-line.js';
import { writeJson } from '../../output/write-json.js';
import type { ExitCode } from '../../perform.js';
import { sentenceOf } from '../../running.js';
import type { Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';
import { readVersion } from '../../version.js';
import { assertWritable } from './assert-writable.js';
import { describeForeign, readBaseline, renewBaseline, withoutSkipped } from './baseline-file.js';
import type { CheckLibrary } from './check-library.js';
import type { CheckFlags } from './flags.js';
import { casesAsJson, listCases } from './list-cases.js';
import { loadContract } from './load-contract.js';
import { progressOn } from './progress.js';
import { refuseBareWords } from './refuse-bare-words.js';
import { selectCases } from './select-cases.js';
import { untilEnded } from './until-ended.js';
import { writeBaseline, writeReports } from './write-reports.js';

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
    const report = await untilEnded(line, terminal, (signal) =>
      check.checkTargets(targets, {
        ...options,
        cases,
        ...(cases.some(check.needsOthers) && { context: check.CASES }),
        signal,
        ...progressOn(line, terminal),
      }),
    );
    line.clear();
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

function toTargets(check: CheckLibrary, { named, words, flags }: CheckCall): readonly Target[] {
  refuseBareWords(named, words);
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
