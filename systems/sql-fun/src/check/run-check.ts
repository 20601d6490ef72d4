import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorType } from '../policy/config.js';
import { checkFiles, withAnalyzer } from './check-files.js';
import type { Checked, CheckedSource, SqlFinding } from './check-files.js';
import { CannotRun } from './check-io.js';
import type { CheckIo, Analyzer, RunCommand, SqlFlags } from './check-io.js';
import { findFiles, findSchema, STDIN } from './find-files.js';
import { counted, FORMATS, summaryOf, type CheckReport } from './formats.js';

/** `errata sql check`: 1 where there are errors. */
export const runSqlCheck: RunCommand = async (paths, flags, open, io) => {
  const { folder, signal } = io;
  if (flags.updateBaseline === true && flags.baseline === undefined)
    throw new CannotRun('--update-baseline needs --baseline <file>');
  if (flags.watch === true && paths.includes(STDIN))
    throw new CannotRun('--watch needs files: standard input (-) does not change');
  let schema = await findSchema(flags, folder);
  const { name, files: except } = schema;
  let files = await findFiles(paths, { folder, except, warn: io.err });
  if (flags.schema === undefined && flags.config === undefined)
    io.err(`errata: checking against ${name}\n`);
  const run = (analyzer: Analyzer, before?: Checked) =>
    checkFiles(files, analyzer, flags, io, before);
  if (flags.watch !== true) return report(await withAnalyzer(open, schema, io, run), flags, io);

  let code: 0 | 1 = 0;
  const runAgain = async (analyzer: Analyzer, before?: Checked): Promise<Checked> => {
    // A file that is being replaced is missing for a moment.
    if (before) files = await findFiles(paths, { folder, except }).catch(() => files);
    const checked = await run(analyzer, before);
    // Other files of a folder may change, such as the one that this is written to.
    const isSame = before && [...checked].every(([path, one]) => before.get(path) === one);
    if (isSame && checked.size === before.size) return before;
    code = await report(checked, flags, io);
    io.err('errata: watching for changes; Ctrl-C ends\n');
    return checked;
  };
  // A changed schema is opened again, and everything is checked.
  while (!signal.aborted) {
    const stamp = await stampOf(schema.files);
    const isOver = async () => signal.aborted || (await stampOf(schema.files)) !== stamp;
    try {
      // A config may name another schema now.
      schema = await findSchema(flags, folder);
      await withAnalyzer(open, schema, io, async (analyzer) => {
        let checked = await runAgain(analyzer);
        while (!(await isOver())) {
          await untilChange([...checked.keys(), ...schema.files], io, async () => {
            // What changed before the watcher was open counts as well.
            checked = await runAgain(analyzer, checked);
            return isOver();
          });
        }
      });
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error;
      io.err(`errata: ${error.message}\n`);
      // A schema that is half written: the next change may complete it.
      while (!(await isOver())) await untilChange([...schema.files], io, isOver);
    }
  }
  return code;
};

async function report(checked: Checked, flags: SqlFlags, io: CheckIo): Promise<0 | 1> {
  const { quiet = false, notes = false, maxWarnings = Infinity, format = 'text' } = flags;
  const sources = [...checked.values()];
  const all = sources.flatMap((source) => source.findings);
  const fresh = await freshOf(all, sources, flags, io);
  const isShown = { error: true, warning: !quiet, note: notes };
  const findings = fresh.filter(({ severity }) => isShown[severity]);
  const hiddenNotes = notes ? 0 : fresh.filter(({ severity }) => severity === 'note').length;
  const shown: CheckReport = { findings, sources, known: all.length - fresh.length, hiddenNotes };
  const text = FORMATS[format](shown, io);
  if (format === 'github') io.annotate(text);
  else io.out(text);
  if (format === 'github' || format === 'gcc') io.err(`${summaryOf(shown)}\n`);
  const warnings = fresh.filter(({ severity }) => severity === 'warning').length;
  if (warnings > maxWarnings)
    io.err(`errata: ${counted(warnings, 'warning')}, and --max-warnings is ${maxWarnings}\n`);
  return warnings > maxWarnings || fresh.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** A finding that is known. The text of its line, and not the number: lines may move. */
type Known = Pick<SqlFinding, 'file' | 'reason' | 'message'> & { readonly text: string };

const knownOf = ({ file, reason, message, lineText: text = '' }: SqlFinding): Known => ({
  ...{ file, reason, message, text },
});
const keyOf = ({ file, reason, message, text }: Known): string =>
  JSON.stringify([file, reason, message, text]);

/** The findings that the baseline does not have. Each entry counts once. */
async function freshOf(all: SqlFinding[], sources: CheckedSource[], flags: SqlFlags, io: CheckIo) {
  const { baseline: name, updateBaseline: isUpdate = false } = flags;
  if (name === undefined) return all;
  const files = new Set(sources.map(({ file }) => file));
  const path = resolve(io.folder, name);
  let baseline = await readBaseline(path);
  if (isUpdate) {
    // Entries of files that were not checked stay.
    const others = (baseline ?? []).filter(({ file }) => !files.has(file));
    const now = all.filter(({ severity }) => severity !== 'note').map(knownOf);
    baseline = [...others, ...now].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const text = `${JSON.stringify({ version: 1, findings: baseline }, null, 2)}\n`;
    await writeFile(path, text).catch((error: unknown) => cannotUse('write', path, error));
  }
  if (baseline === undefined)
    throw new CannotRun(`there is no baseline ${name}`, '--update-baseline writes it.');
  const known = baseline.filter(({ file }) => files.has(file)).map(keyOf);
  const fresh = all.filter((finding) => {
    const at = known.indexOf(keyOf(knownOf(finding)));
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  });
  const stale = known.length;
  if (isUpdate) io.err(`errata: wrote ${counted(baseline.length, 'known finding')} to ${name}\n`);
  else if (stale > 0) {
    const entries = stale === 1 ? '1 entry' : `${stale} entries`;
    io.err(`errata: not found any more: ${entries} of ${name}; remove with --update-baseline\n`);
  }
  return fresh;
}

function cannotUse(what: string, path: string, error: unknown): never {
  throw new CannotRun(`cannot ${what} the baseline ${path}: ${errorType(error)}`);
}

async function readBaseline(path: string): Promise<readonly Known[] | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) =>
    errorType(error) === 'ENOENT' ? undefined : cannotUse('read', path, error),
  );
  if (text === undefined) return undefined;
  try {
    const { version, findings } = JSON.parse(text) as { version: unknown; findings: Known[] };
    // An entry that is not one has no key like that of a finding.
    if (version === 1 && Array.isArray(findings)) return findings.filter((one) => one !== null);
  } catch {
    // The same sentence as for other JSON.
  }
  throw new CannotRun(`${path} is not a baseline of errata sql check`);
}

/** Watches the folders of files, works, and waits for a change or the signal. `work` returns true if there is nothing to wait for. */
async function untilChange(files: readonly string[], io: CheckIo, work: () => Promise<boolean>) {
  const { folder, watch, signal } = io;
  let done = (): void => undefined;
  const changed = new Promise<void>((resolve) => (done = resolve));
  const named = files.filter((file) => file !== STDIN);
  const watcher = watch([...new Set(named.map((file) => dirname(resolve(folder, file))))], done);
  signal.addEventListener('abort', done, { once: true });
  try {
    if (!(await work()) && !signal.aborted) await changed;
  } finally {
    signal.removeEventListener('abort', done);
    watcher.close();
  }
}

async function stampOf(files: ReadonlySet<string>): Promise<string> {
  const found = await Promise.all([...files].map((file) => stat(file).catch(() => undefined)));
  return found.map((one) => `${one?.mtimeMs} ${one?.size} ${one?.ino}`).join();
}
