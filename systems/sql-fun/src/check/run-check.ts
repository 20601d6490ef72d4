import { dirname, resolve } from 'node:path';
import { Baseline } from './baseline.js';
import { checkFiles } from './check-files.js';
import { CannotRun, type CheckExit, type CheckIo } from './check-io.js';
import type { CheckedSource } from './check-source.js';
import { findFiles, STDIN } from './find-files.js';
import { findSchema, type FoundSchema } from './find-schema.js';
import type { Finding } from './finding.js';
import type { OpenJudge } from './judge.js';
import { KeptJudge } from './kept-judge.js';
import type { CheckFlags, CheckFormat } from './options.js';
import { renderJunit } from './render-junit.js';
import { renderGcc, renderGithub, renderJson } from './render-lines.js';
import { renderSarif } from './render-sarif.js';
import { renderText } from './render-text.js';
import { counted, summaryOf, type CheckReport } from './report.js';

type Results = ReadonlyMap<string, CheckedSource>;

/** `errata sql check`: 1 where there are errors. Throws `CannotRun` for 2. */
export async function runSqlCheck(
  paths: readonly string[],
  flags: CheckFlags,
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
  const kept = new KeptJudge(open, schema, io);
  let results: Results = new Map();
  const check = async (): Promise<CheckExit> => {
    const { judge, fresh } = await kept.get();
    results = await checkFiles(files, judge, flags, io, fresh ? undefined : results);
    return report(results, flags, io);
  };
  try {
    if (flags.watch !== true) return await check();
    for (let first = true; ; first = false) {
      // Opened before the check, so that a change during it counts.
      const change = nextChange(foldersOf([...files, ...results.keys()], schema, folder), io);
      const code = await check().catch((error: unknown): CheckExit =>
        tellAndGoOn(error, first, io),
      );
      if (!io.signal.aborted) io.err('errata: watching for changes; Ctrl-C ends\n');
      await change;
      if (io.signal.aborted) return code;
      files = await find().catch(() => files); // a file that is being replaced is missing for a moment
    }
  } finally {
    io.clearProgress();
    await kept.close();
  }
}

/** While watching, a schema that is half written is no reason to end. */
function tellAndGoOn(error: unknown, first: boolean, io: CheckIo): CheckExit {
  if (io.signal.aborted) return 0;
  if (first || !(error instanceof CannotRun)) throw error;
  io.err(`errata: ${error.message}\n`);
  return 1;
}

function foldersOf(
  files: readonly string[],
  schema: FoundSchema,
  folder: string,
): readonly string[] {
  const paths = [...files.filter((file) => file !== STDIN), ...schema.files];
  return [...new Set(paths.map((file) => dirname(resolve(folder, file))))];
}

/** Resolves after a change, or when the signal ends the command. */
async function nextChange(folders: readonly string[], io: CheckIo): Promise<void> {
  let watcher: { close(): void } | undefined;
  try {
    await new Promise<void>((done) => {
      watcher = io.watch(folders, done);
      io.signal.addEventListener('abort', () => done(), { once: true });
      if (io.signal.aborted) done();
    });
  } finally {
    watcher?.close();
  }
}

const FORMATS: Readonly<Record<Exclude<CheckFormat, 'text'>, (report: CheckReport) => string>> = {
  json: renderJson,
  github: renderGithub,
  sarif: renderSarif,
  junit: renderJunit,
  gcc: renderGcc,
};

async function report(results: Results, flags: CheckFlags, io: CheckIo): Promise<CheckExit> {
  const { quiet = false, notes = false, maxWarnings = Infinity, format = 'text' } = flags;
  const sources = [...results.values()];
  const all = sources.flatMap(({ findings }) => findings);
  const { fresh, known } = await withoutKnown(all, sources, flags, io);
  const isShown = ({ severity }: Finding) =>
    severity === 'error' || (severity === 'warning' && !quiet) || (severity === 'note' && notes);
  const shown: CheckReport = {
    findings: fresh.filter(isShown),
    files: sources.map(({ file }) => file),
    statements: sources.reduce((sum, { statements }) => sum + statements.length, 0),
    known,
    fragments: sources.reduce((sum, { fragments }) => sum + fragments, 0),
    textOf: (file) => sources.find((one) => one.file === file)?.text ?? '',
  };
  if (format === 'text') io.out(renderText(shown, io));
  else if (format === 'github') io.annotate(renderGithub(shown));
  else io.out(FORMATS[format](shown));
  if (format === 'github' || format === 'gcc') io.err(`${summaryOf(shown)}\n`);
  const warnings = fresh.filter(({ severity }) => severity === 'warning').length;
  const failed = fresh.some(({ severity }) => severity === 'error') || warnings > maxWarnings;
  if (failed && warnings > maxWarnings) {
    io.err(`errata: ${counted(warnings, 'warning')}, and --max-warnings is ${maxWarnings}\n`);
  }
  return failed ? 1 : 0;
}

async function withoutKnown(
  all: readonly Finding[],
  sources: readonly CheckedSource[],
  { baseline: file, updateBaseline = false }: CheckFlags,
  io: CheckIo,
): Promise<{ fresh: readonly Finding[]; known: number }> {
  if (file === undefined) return { fresh: all, known: 0 };
  const files = sources.map((one) => one.file);
  const baseline = await Baseline.read(io.folder, file, updateBaseline);
  if (updateBaseline) {
    const updated = await baseline.update(io.folder, file, all, files);
    io.err(`errata: wrote ${counted(updated.size, 'known finding')} to ${file}\n`);
    return updated.split(all, files);
  }
  const { fresh, known, stale } = baseline.split(all, files);
  if (stale > 0) {
    io.err(
      `errata: ${counted(stale, 'known finding')} of ${file} did not occur; --update-baseline removes them\n`,
    );
  }
  return { fresh, known };
}
