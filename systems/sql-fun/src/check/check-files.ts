import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import type { QueryProblem, StatementAnalysis } from '../query/analysis.js';
import { SourceText } from '../text/source-text.js';
import { nextToken, splitStatements } from '../text/split-statements.js';
import { cannot } from './check-io.js';
import type { CheckIo, Analyzer, OpenAnalyzer, SqlFlags } from './check-io.js';
import { shownPath, STDIN, WHY, type FoundSchema } from './find-files.js';
import { readProgram } from './read-program.js';
import { readScript, type Script, type StatementFacts, type Unit } from './read-script.js';

export interface SqlFinding extends Pick<QueryProblem, 'severity' | 'message'> {
  readonly file: string;
  /** From 1; null if it is about the whole file. */
  readonly line: number | null;
  readonly column: number | null;
  readonly reason: string;
  readonly code: number | null;
  readonly sqlstate: string | null;
  readonly didYouMean: readonly string[];
  /** The name of the query, from its header. */
  readonly query?: string | undefined;
  /** Where it is, in UTF-16 units of the file. */
  readonly offset?: number;
  readonly lineText?: string;
}

type Remark = Pick<SqlFinding, 'severity' | 'reason' | 'message'> & Partial<SqlFinding>;

export interface SqlSource {
  readonly file: string;
  /** Empty if it cannot be read. */
  readonly text: string;
  readonly unreadable?: string | undefined;
}

export interface CheckedStatement extends StatementFacts {
  readonly file: string;
  readonly line: number;
  readonly analysis: StatementAnalysis;
}

export interface CheckedSource extends SqlSource, Pick<Script, 'fragments'> {
  readonly findings: readonly SqlFinding[];
  readonly statements: readonly CheckedStatement[];
  /** Files that it includes, relative to the folder. */
  readonly includes: readonly string[];
}

/** Opens an analyzer, works with it and closes it. A schema that cannot be loaded ends the command. */
export async function withAnalyzer<T>(
  open: OpenAnalyzer,
  schema: FoundSchema,
  io: CheckIo,
  work: (analyzer: Analyzer) => Promise<T>,
): Promise<T> {
  io.progress(`loading ${schema.name}`);
  const analyzer = await open(schema)
    .catch(cannot(`cannot load the schema ${schema.name}`))
    .finally(() => io.progress(''));
  return work(analyzer).finally(() => {
    io.progress('');
    return analyzer.close();
  });
}

/** By path. */
export type Checked = ReadonlyMap<string, CheckedSource>;

/** Checks files one after the other, and those that they include. A file that is the same as before is not checked again. */
export async function checkFiles(
  paths: readonly string[],
  analyzer: Analyzer,
  flags: SqlFlags,
  io: CheckIo,
  before: Checked = new Map(),
): Promise<Checked> {
  const queue = new Set(paths);
  const checked = new Map<string, CheckedSource>();
  // The loop also reaches what is added to the set meanwhile.
  for (const path of queue) {
    io.signal.throwIfAborted();
    io.progress(`${checked.size + 1}/${queue.size} ${path}`);
    const last = before.get(path);
    // Standard input can be read only once.
    const source = path === STDIN && last !== undefined ? last : await readSource(path, io);
    const isSame = source.text === last?.text && source.unreadable === last.unreadable;
    const result = isSame ? last : await checkSource(source, analyzer, flags, io.folder);
    checked.set(path, result);
    for (const file of result.includes) queue.add(file);
  }
  return checked;
}

const MAX_BYTES = 10 * 1024 * 1024;

export async function readSource(path: string, io: CheckIo): Promise<SqlSource> {
  const isStdin = path === STDIN;
  const file = isStdin ? '<stdin>' : path;
  const unreadable = (why: string): SqlSource => ({ file, text: '', unreadable: why });
  try {
    const absolute = resolve(io.folder, path);
    const isLarge = !isStdin && (await stat(absolute)).size > MAX_BYTES;
    const bytes = isLarge ? undefined : await (isStdin ? io.readStdin() : readFile(absolute));
    if (!bytes || bytes.length > MAX_BYTES) return unreadable('it is larger than 10 MB');
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? unreadable('it is not a text file') : { file, text };
  } catch (error) {
    const { name, code = name } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') throw error;
    return unreadable(WHY[code] ?? code);
  }
}

const PROGRAM = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const NO_PLACE = { line: null, column: null, code: null, sqlstate: null, didYouMean: [] } as const;

export async function checkSource(
  source: SqlSource,
  analyzer: Analyzer,
  flags: SqlFlags,
  folder: string,
) {
  const { file, text, unreadable } = source;
  const { params = 'auto', tag = ['sql'] } = flags;
  const findings: SqlFinding[] = [];
  const statements: CheckedStatement[] = [];
  if (unreadable !== undefined) {
    const message = `The file cannot be read: ${unreadable}.`;
    findings.push({ ...NO_PLACE, file, severity: 'error', reason: 'UNREADABLE_FILE', message });
    return { ...source, findings, statements, fragments: 0, includes: [] };
  }
  const lines = new SourceText(text);
  const add = (offset: number, remark: Remark) => {
    const { line, column } = lines.placeAt(offset);
    const start = text.lastIndexOf('\n', offset - 1) + 1;
    const lineText = text.slice(start).split('\n', 1)[0]!.trim();
    findings.push({ file, ...NO_PLACE, ...remark, line, column, offset, lineText });
  };
  const note = (offset: number, what: string) =>
    add(offset, { severity: 'note', reason: 'PSQL_COMMAND', message: `The ${what} skipped.` });

  const read = PROGRAM.test(file) ? readProgram(text, tag) : readScript(text, params);
  for (const { name, offset } of read.skipped) note(offset, `psql command \\${name} is`);
  const includes = read.includes.flatMap(({ name, words: [path = ''], offset }) => {
    const isRelative = name === 'ir' || name === 'include_relative';
    const included = resolve(folder, isRelative ? `${file}/..` : '.', path);
    const shown = shownPath(folder, included);
    if (shown !== included) return shown;
    note(offset, `file ${path} is outside of this folder and is`);
    return [];
  });
  for (const unit of read.units) {
    const { replaced } = unit;
    const starts = splitStatements(replaced.text).map(({ start }) => replaced.original(start));
    const [first] = starts;
    if (first === undefined) continue;
    try {
      const checked = await analyzer.analyze(replaced.text);
      for (const [index, analysis] of checked.statements.entries()) {
        const start = starts[index] ?? first;
        const facts = unit.about(start);
        statements.push({ file, line: lines.lineAt(start), ...facts, analysis });
        for (const [offset, remark] of remarksOn(analysis, start, unit))
          add(offset, { ...remark, query: facts.name });
      }
    } catch (error) {
      const message = `The SQL could not be checked: ${(error as Error).message}`;
      add(first, { severity: 'error', reason: 'NOT_CHECKED', message });
    }
  }
  findings.sort((a, b) => a.offset! - b.offset!);
  return { ...source, findings, statements, fragments: read.fragments, includes };
}

/** Remarks about the problems of a statement, and where. */
function remarksOn({ problems }: StatementAnalysis, start: number, unit: Unit) {
  const all = problems.map((problem): readonly [number, Remark] => {
    const { severity, message, code, reason, sqlstate = null, place, didYouMean = [] } = problem;
    const known: Remark = {
      ...{ severity, message, didYouMean, sqlstate, reason: reason ?? code.toUpperCase() },
      code: reason === undefined ? null : (sqlFun.definition(reason)?.code ?? null),
    };
    const offset = place === undefined ? start : unit.replaced.original(place.offset);
    return [offset, whyOpen(problem, unit) ?? known];
  });
  const unchecked = all.filter(([, { reason }]) => reason === 'PARAMETER_PLACE');
  return unchecked.length > 0 ? unchecked : all;
}

/** Why a problem says nothing: it comes from a parameter whose text is known only when the query runs. */
function whyOpen({ code, place }: QueryProblem, { replaced }: Unit): Remark | undefined {
  if (place === undefined) return undefined;
  const { kind, start, end } = nextToken(replaced.text, place.offset);
  const hasParameter = (to: number) =>
    replaced.lastWithin({ start, end: to })?.isParameter ?? false;
  if (code === 'syntax' && hasParameter(start + 1)) {
    const message = 'SQL takes no parameter here, so the statement is not checked.';
    return { severity: 'note', reason: 'PARAMETER_PLACE', message };
  }
  const isOpen = hasParameter(end) || replaced.text.slice(start, end).includes('{{');
  if (kind !== 'quoted' || code === 'syntax' || !isOpen) return undefined;
  const message = 'A parameter is part of this literal, so its value is not checked.';
  return { severity: 'note', reason: 'PARAMETER_IN_LITERAL', message };
}
