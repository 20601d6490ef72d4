import { resolve } from 'node:path';
import { readBaseline, updateBaseline, withoutKnown } from './baseline.js';
import { checkFiles, type Checked } from './check-files.js';
import { CannotRun, type CheckExit, type CheckIo } from './check-io.js';
import { findFiles } from './find-files.js';
import { findSchema } from './find-schema.js';
import type { Finding } from './finding.js';
import type { Judge, OpenJudge } from './judge.js';
import type { CheckFormat, SqlFlags } from './options.js';
import { renderJunit } from './render-junit.js';
import { renderGcc, renderGithub, renderJson } from './render-lines.js';
import { renderSarif } from './render-sarif.js';
import { renderText } from './render-text.js';
import { counted, summaryOf, type CheckReport } from './report.js';
import { watchFiles } from './watch-files.js';
import { withJudge } from './with-judge.js';

/** `errata sql check`: 1 where there are errors. Throws `CannotRun` for 2. */
export async function runSqlCheck(
  paths: readonly string[],
  flags: SqlFlags,
  open: OpenJudge,
  io: CheckIo,
): Promise<CheckExit> {
  const { folder } = io;
  if (flags.updateBaseline === true && flags.baseline === undefined) {
    throw new CannotRun('--update-baseline needs --baseline <file>');
  }
  const schema = await findSchema(flags, folder);
  const find = () => findFiles(paths, { folder, except: schema.files });
  let files = await find();
  if (schema.byDefault) io.err(`errata: checking against ${schema.name}\n`);
  const run = (judge: Judge, before?: Checked) => checkFiles(files, judge, flags, io, before);
  if (flags.watch !== true) {
    return report(await withJudge(open, schema, io, (judge) => run(judge)), flags, io);
  }
  let code: CheckExit = 0;
  await watchFiles(open, schema, io, async (judge, before) => {
    // A file that is being replaced is missing for a moment.
    if (before !== undefined) files = await find().catch(() => files);
    const checked = await run(judge, before);
    // Other files of a folder may change, such as the one that this is written to.
    if (before !== undefined && isSame(checked, before)) return before;
    code = await report(checked, flags, io);
    io.err('errata: watching for changes; Ctrl-C ends\n');
    return checked;
  });
  return code;
}

function isSame(now: Checked, before: Checked): boolean {
  return now.size === before.size && [...now].every(([path, one]) => before.get(path) === one);
}

const FORMATS: Readonly<Record<CheckFormat, (report: CheckReport, io: CheckIo) => string>> = {
  text: renderText,
  json: renderJson,
  github: renderGithub,
  sarif: renderSarif,
  junit: renderJunit,
  gcc: renderGcc,
};

async function report(checked: Checked, flags: SqlFlags, io: CheckIo): Promise<CheckExit> {
  const { quiet = false, notes = false, maxWarnings = Infinity, format = 'text' } = flags;
  const sources = [...checked.values()];
  const all = sources.flatMap(({ findings }) => findings);
  const fresh = await freshOf(all, new Set(sources.map(({ file }) => file)), flags, io);
  const isShown = ({ severity }: Finding) =>
    severity === 'error' || (severity === 'warning' ? !quiet : notes);
  const known = all.length - fresh.length;
  const shown: CheckReport = { findings: fresh.filter(isShown), sources, known };
  const text = FORMATS[format](shown, io);
  if (format === 'github') io.annotate(text);
  else io.out(text);
  if (format === 'github' || format === 'gcc') io.err(`${summaryOf(shown)}\n`);
  const warnings = fresh.filter(({ severity }) => severity === 'warning').length;
  if (warnings > maxWarnings) {
    io.err(`errata: ${counted(warnings, 'warning')}, and --max-warnings is ${maxWarnings}\n`);
  }
  return warnings > maxWarnings || fresh.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** The findings that the baseline does not have. */
async function freshOf(
  all: readonly Finding[],
  files: ReadonlySet<string>,
  { baseline: name, updateBaseline: isUpdate = false }: SqlFlags,
  io: CheckIo,
): Promise<readonly Finding[]> {
  if (name === undefined) return all;
  const path = resolve(io.folder, name);
  const before = await readBaseline(path);
  if (before === undefined && !isUpdate) {
    throw new CannotRun(`there is no baseline ${name}`, '--update-baseline writes it.');
  }
  const baseline = isUpdate ? await updateBaseline(path, before ?? [], all, files) : before!;
  const { fresh, stale } = withoutKnown(all, baseline, files);
  if (isUpdate) io.err(`errata: wrote ${counted(baseline.length, 'known finding')} to ${name}\n`);
  else if (stale > 0) {
    io.err(
      `errata: ${stale === 1 ? '1 entry' : `${stale} entries`} of ${name} did not occur: --update-baseline\n`,
    );
  }
  return fresh;
}
