import { resolve } from 'node:path';
import type { Problem, StatementAnalysis } from '../query/analysis.js';
import { nextToken, SourceText } from '../text/index.js';
import { analyzeText } from './analyze-text.js';
import { shownPath } from './find-files.js';
import { findingAt, problemFinding, wholeFile, type Finding, type InFile } from './finding.js';
import type { Judge } from './judge.js';
import type { SqlFlags } from './options.js';
import type { NamedParameter } from './parameters.js';
import { readProgram } from './read-program.js';
import { readScript, type Script, type SourceStatement, type Unit } from './read-script.js';
import type { Source } from './read-source.js';
import type { ReplacedText } from './replaced-text.js';

/** A statement of a file and what PostgreSQL says about it. */
export interface CheckedStatement {
  readonly file: string;
  readonly line: number;
  readonly name?: string | undefined;
  readonly parameterNames: readonly NamedParameter[];
  readonly analysis: StatementAnalysis;
}

export interface CheckedSource {
  readonly file: string;
  /** Empty where it cannot be read. */
  readonly text: string;
  readonly unreadable?: string;
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
  const { file } = source;
  if ('unreadable' in source) {
    const { unreadable } = source;
    const message = `The file cannot be read: ${unreadable}.`;
    const findings = [wholeFile(file, { severity: 'error', reason: 'UNREADABLE_FILE', message })];
    return { file, text: '', unreadable, findings, statements: [], fragments: 0, includes: [] };
  }
  const { text } = source;
  const inFile = { file, source: new SourceText(text) };
  const program = PROGRAM.test(file) ? readProgram(text, tag) : undefined;
  const script = program === undefined ? readScript(text, params) : undefined;
  const { includes, notes } = script ? readCommands(script, inFile, folder) : NO_COMMANDS;
  const findings: Finding[] = [...notes];
  const statements: CheckedStatement[] = [];
  for (const unit of program?.units ?? [script!.unit]) {
    const checked = await checkUnit(unit, judge, inFile);
    findings.push(...checked.findings);
    statements.push(...checked.statements);
  }
  findings.sort((a, b) => a.offset! - b.offset!);
  return { file, text, findings, statements, includes, fragments: program?.fragments ?? 0 };
}

const NO_COMMANDS = { includes: [], notes: [] };

/** What the commands of psql in a script come to: files to check, and notes about the rest. */
function readCommands({ includes, skipped }: Script, inFile: InFile, folder: string) {
  const note = (offset: number, message: string) =>
    findingAt(inFile, offset, { severity: 'note', reason: 'PSQL_COMMAND', message });
  const notes = skipped.map(({ command, offset }) =>
    note(offset, `The psql command ${command} is skipped.`),
  );
  const inside: string[] = [];
  for (const { path, relative, offset } of includes) {
    const file = resolve(folder, relative ? `${inFile.file}/..` : '.', path);
    const shown = shownPath(folder, file);
    if (shown !== file) inside.push(shown);
    else notes.push(note(offset, `The file ${path} is outside of this folder and is skipped.`));
  }
  return { includes: inside, notes };
}

async function checkUnit(
  unit: Unit,
  judge: Judge,
  inFile: InFile,
): Promise<Pick<CheckedSource, 'findings' | 'statements'>> {
  const { file, source } = inFile;
  const first = { start: unit.replaced.original(0), parameters: [] };
  try {
    const analyses = await analyzeText(unit.replaced.text, judge);
    const originOf = (index: number): SourceStatement => unit.statements[index] ?? first;
    return {
      findings: analyses.flatMap((one, index) => findingsOf(one, unit, originOf(index), inFile)),
      statements: analyses.map((analysis, index) => {
        const { start, name, parameters: parameterNames } = originOf(index);
        return { file, line: source.lineAt(start), name, parameterNames, analysis };
      }),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `The SQL could not be checked: ${why}`;
    const { start } = unit.statements[0] ?? first;
    const finding = findingAt(inFile, start, { severity: 'error', reason: 'NOT_CHECKED', message });
    return { findings: [finding], statements: [] };
  }
}

function findingsOf(
  { problems }: StatementAnalysis,
  { replaced }: Unit,
  { start, name }: SourceStatement,
  inFile: InFile,
): readonly Finding[] {
  const findings = problems.map((problem) => {
    const at = { ...inFile, query: name };
    const { place } = problem;
    const offset = place === undefined ? start : replaced.original(place.offset);
    const open = place && whyOpen(problem, replaced, place.offset);
    if (open === undefined) return problemFinding(at, offset, problem);
    return findingAt(at, offset, { severity: 'note', ...open });
  });
  const unchecked = findings.filter(({ reason }) => reason === 'PARAMETER_PLACE');
  return unchecked.length === 0 ? findings : unchecked;
}

/** Why a problem says nothing: it comes from a parameter whose text is known only when the query runs. */
function whyOpen({ code }: Problem, replaced: ReplacedText, offset: number) {
  const { kind, start, end } = nextToken(replaced.text, offset);
  if (code === 'syntax' && replaced.hasParameter(start, start + 1)) {
    const message = 'SQL takes no parameter here, so the statement is not checked.';
    return { reason: 'PARAMETER_PLACE', message };
  }
  const isOpen =
    replaced.hasParameter(start, end) || replaced.text.slice(start, end).includes('{{');
  if (kind !== 'quoted' || code === 'syntax' || !isOpen) return undefined;
  const message = 'A parameter is part of this literal, so its value is not checked.';
  return { reason: 'PARAMETER_IN_LITERAL', message };
}
