import { resolve } from 'node:path';
import type { Problem, StatementAnalysis } from '../query/analysis.js';
import { nextToken, SourceText, splitStatements } from '../text/index.js';
import { shownPath } from './find-files.js';
import { findingAt, saidOf, wholeFile, type Finding, type Said } from './finding.js';
import type { Judge } from './judge.js';
import type { SqlFlags } from './options.js';
import { readProgram } from './read-program.js';
import { readScript, type Script, type StatementFacts, type Unit } from './read-script.js';

/** A file of queries. */
export interface Source {
  readonly file: string;
  /** Empty where it cannot be read. */
  readonly text: string;
  readonly unreadable?: string | undefined;
}

/** A statement of a file and what PostgreSQL says about it. */
export interface CheckedStatement extends StatementFacts {
  readonly file: string;
  readonly line: number;
  readonly analysis: StatementAnalysis;
}

export interface CheckedSource extends Source {
  readonly findings: readonly Finding[];
  readonly statements: readonly CheckedStatement[];
  /** Templates that are only a part of a statement. */
  readonly fragments: number;
  /** Files that it includes, relative to the folder. */
  readonly includes: readonly string[];
}

const PROGRAM = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Checks all SQL of one file. */
export async function checkSource(
  source: Source,
  judge: Judge,
  { params = 'auto', tag = ['sql'] }: SqlFlags,
  folder: string,
): Promise<CheckedSource> {
  const { file, text, unreadable } = source;
  if (unreadable !== undefined) {
    const message = `The file cannot be read: ${unreadable}.`;
    const finding = wholeFile(file, { severity: 'error', reason: 'UNREADABLE_FILE', message });
    return { ...source, findings: [finding], statements: [], fragments: 0, includes: [] };
  }
  const checking = new FileCheck(file, text, judge);
  if (PROGRAM.test(file)) {
    const { units, fragments } = readProgram(text, tag);
    for (const unit of units) await checking.unit(unit);
    return { ...source, ...checking.result, fragments, includes: [] };
  }
  const script = readScript(text, params);
  const includes = checking.commands(script, folder);
  await checking.unit(script.unit);
  return { ...source, ...checking.result, fragments: 0, includes };
}

class FileCheck {
  readonly #findings: Finding[] = [];
  readonly #statements: CheckedStatement[] = [];
  readonly #file: string;
  readonly #source: SourceText;
  readonly #judge: Judge;

  constructor(file: string, text: string, judge: Judge) {
    this.#file = file;
    this.#source = new SourceText(text);
    this.#judge = judge;
  }

  get result() {
    const findings = this.#findings.sort((a, b) => a.offset! - b.offset!);
    return { findings, statements: this.#statements };
  }

  /** Returns the files that commands of psql include; notes say what is skipped. */
  commands({ includes, skipped }: Script, folder: string): readonly string[] {
    const note = (offset: number, message: string) =>
      this.#add(offset, { severity: 'note', reason: 'PSQL_COMMAND', message });
    for (const { name, offset } of skipped) {
      note(offset, `The psql command \\${name} is skipped.`);
    }
    return includes.flatMap(({ name, words: [path = ''], offset }) => {
      const isRelative = name === 'ir' || name === 'include_relative';
      const file = resolve(folder, isRelative ? `${this.#file}/..` : '.', path);
      const shown = shownPath(folder, file);
      if (shown !== file) return shown;
      note(offset, `The file ${path} is outside of this folder and is skipped.`);
      return [];
    });
  }

  async unit(unit: Unit): Promise<void> {
    const { replaced } = unit;
    const starts = splitStatements(replaced.text).map(({ start }) => replaced.original(start));
    if (starts.length === 0) return;
    try {
      const { statements } = await this.#judge.analyze(replaced.text);
      for (const [index, analysis] of statements.entries()) {
        this.#statement(analysis, starts[index] ?? starts[0]!, unit);
      }
    } catch (error) {
      const message = `The SQL could not be checked: ${(error as Error).message}`;
      this.#add(starts[0]!, { severity: 'error', reason: 'NOT_CHECKED', message });
    }
  }

  #statement(analysis: StatementAnalysis, start: number, unit: Unit): void {
    const facts = unit.about(start);
    const line = this.#source.lineAt(start);
    this.#statements.push({ file: this.#file, line, ...facts, analysis });
    const all = analysis.problems.map((problem) => ({
      offset: problem.place === undefined ? start : unit.replaced.original(problem.place.offset),
      said: whyOpen(problem, unit) ?? saidOf(problem),
    }));
    const unchecked = all.filter(({ said }) => said.reason === 'PARAMETER_PLACE');
    for (const { offset, said } of unchecked.length > 0 ? unchecked : all) {
      this.#add(offset, { ...said, query: facts.name });
    }
  }

  #add(offset: number, said: Said): void {
    this.#findings.push(findingAt(this.#file, this.#source, offset, said));
  }
}

/** Why a problem says nothing: it comes from a parameter whose text is known only when the query runs. */
function whyOpen({ code, place }: Problem, { replaced }: Unit): Said | undefined {
  if (place === undefined) return undefined;
  const { kind, start, end } = nextToken(replaced.text, place.offset);
  const hasParameter = (to: number) =>
    replaced.lastWithin({ start, end: to })?.isParameter === true;
  if (code === 'syntax' && hasParameter(start + 1)) {
    const message = 'SQL takes no parameter here, so the statement is not checked.';
    return { severity: 'note', reason: 'PARAMETER_PLACE', message };
  }
  const isOpen = hasParameter(end) || replaced.text.slice(start, end).includes('{{');
  if (kind !== 'quoted' || code === 'syntax' || !isOpen) return undefined;
  const message = 'A parameter is part of this literal, so its value is not checked.';
  return { severity: 'note', reason: 'PARAMETER_IN_LITERAL', message };
}
