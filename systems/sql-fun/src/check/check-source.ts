import { isAbsolute, relative, resolve } from 'node:path';
import type { Problem, StatementAnalysis } from '../query/analysis.js';
import { nextToken, SourceText, splitStatements, type Span } from '../text/index.js';
import { shownPath } from './find-files.js';
import { findTemplates } from './find-templates.js';
import { findingAt, problemFinding, wholeFile, type At, type Finding } from './finding.js';
import type { Judge } from './judge.js';
import type { SourceFlags } from './options.js';
import type { NamedParameter } from './parameters.js';
import {
  readScript,
  type Include,
  type Script,
  type SourceStatement,
  type Unit,
} from './read-script.js';
import type { Source } from './read-source.js';

/** A statement of a file and what PostgreSQL says about it. */
export interface CheckedStatement {
  readonly file: string;
  readonly line: number;
  readonly name?: string;
  readonly parameterNames: readonly NamedParameter[];
  readonly analysis: StatementAnalysis;
}

export interface CheckedSource {
  readonly file: string;
  readonly text: string;
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
  { params = 'auto', tag = ['sql'] }: SourceFlags,
  folder: string,
): Promise<CheckedSource> {
  const { file } = source;
  if ('unreadable' in source) {
    const message = `The file cannot be read: ${source.unreadable}.`;
    const finding = wholeFile(file, { severity: 'error', reason: 'UNREADABLE_FILE', message });
    return { file, text: '', findings: [finding], statements: [], fragments: 0, includes: [] };
  }
  const { text } = source;
  const at = { file, source: new SourceText(text) };
  if (PROGRAM.test(file)) {
    const { units, fragments } = readProgram(text, tag);
    return { file, text, fragments, includes: [], ...(await checkUnits(units, judge, at)) };
  }
  const script = readScript(text, params);
  const { inside, notes } = readIncludes(script, at, folder);
  const { findings, statements } = await checkUnits([script.unit], judge, at);
  return {
    file,
    text,
    statements,
    fragments: 0,
    includes: inside,
    findings: inOrder([...findings, ...notes]),
  };
}

const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0));

/** Words that a statement begins with. `SET` and `DO` are left out: in a template they are parts of UPDATE and ON CONFLICT. */
const BEGINNINGS = new Set(
  (
    'select insert update delete merge with values table create alter drop truncate explain copy declare prepare execute comment ' +
    'grant revoke refresh call lock begin start commit rollback savepoint release analyze vacuum reindex cluster notify listen'
  ).split(' '),
);

function readProgram(text: string, tags: readonly string[]): { units: Unit[]; fragments: number } {
  const templates = findTemplates(text, tags);
  const units = templates.flatMap(({ replaced, expressions }): Unit[] => {
    if (!isStatement(replaced.text)) return [];
    const parameters = expressions.map((name, index) => ({ number: index + 1, name }));
    const spans = splitStatements(replaced.text);
    return [
      {
        replaced,
        statements: spans.map(({ start }) => ({ start: replaced.original(start), parameters })),
      },
    ];
  });
  return { units, fragments: templates.length - units.length };
}

function isStatement(sql: string): boolean {
  let token = nextToken(sql, 0);
  while (sql[token.start] === '(') token = nextToken(sql, token.end);
  return BEGINNINGS.has(sql.slice(token.start, token.end).toLowerCase());
}

function readIncludes({ includes, skipped }: Script, at: Omit<At, 'offset'>, folder: string) {
  const isInside = (include: Include) => {
    const path = relative(folder, pathOf(include, at.file, folder));
    return !path.startsWith('..') && !isAbsolute(path);
  };
  const note = (offset: number, message: string) =>
    findingAt({ ...at, offset }, { severity: 'note', reason: 'PSQL_COMMAND', message });
  return {
    inside: includes.filter(isInside).map((one) => shownPath(folder, pathOf(one, at.file, folder))),
    notes: [
      ...skipped.map(({ command, offset }) =>
        note(offset, `The psql command ${command} is skipped.`),
      ),
      ...includes
        .filter((one) => !isInside(one))
        .map(({ path, offset }) =>
          note(offset, `The file ${path} is outside of this folder and is skipped.`),
        ),
    ],
  };
}

function pathOf({ path, relative: isRelative }: Include, file: string, folder: string): string {
  return isRelative ? resolve(folder, file, '..', path) : resolve(folder, path);
}

async function checkUnits(units: readonly Unit[], judge: Judge, at: Omit<At, 'offset'>) {
  const findings: Finding[] = [];
  const statements: CheckedStatement[] = [];
  for (const unit of units) {
    try {
      const analyses = await analyzeUnit(unit, judge);
      analyses.forEach((analysis, index) => {
        const origin = unit.statements[index] ?? {
          start: unit.replaced.original(0),
          parameters: [],
        };
        findings.push(...statementFindings(analysis, unit, origin, at));
        statements.push(checkedStatement(analysis, origin, at));
      });
    } catch (error) {
      const message = `The SQL could not be checked: ${error instanceof Error ? error.message : String(error)}`;
      const offset = unit.statements[0]?.start ?? 0;
      findings.push(
        findingAt({ ...at, offset }, { severity: 'error', reason: 'NOT_CHECKED', message }),
      );
    }
  }
  return { findings: inOrder(findings), statements };
}

function checkedStatement(
  analysis: StatementAnalysis,
  { start, name, parameters }: SourceStatement,
  { file, source }: Omit<At, 'offset'>,
): CheckedStatement {
  const line = source.lineAt(start);
  return { file, line, parameterNames: parameters, analysis, ...(name !== undefined && { name }) };
}

/** The judge is asked again at most this often for one text. */
const MAX_SYNTAX_ERRORS = 100;

/** The analysis of each statement. Where the judge stops at a syntax error, it is asked again without that statement. */
async function analyzeUnit(
  { replaced }: Unit,
  judge: Judge,
): Promise<readonly StatementAnalysis[]> {
  let sql = replaced.text;
  const spans = splitStatements(sql);
  const failed = new Map<number, StatementAnalysis>();
  if (spans.length === 0) return [];
  for (;;) {
    const { statements } = await judge.analyze(sql);
    const [first] = statements;
    const offset = statements.length === 1 ? syntaxProblem(first!)?.place?.offset : undefined;
    const index = offset === undefined ? -1 : spans.findLastIndex(({ start }) => start <= offset);
    const stopped =
      statements.length < spans.length - failed.size && index !== -1 && !failed.has(index);
    if (!stopped || failed.size === MAX_SYNTAX_ERRORS) {
      const rest = [...statements];
      if (failed.size === 0) return rest;
      return [...spans.keys()].flatMap((each) => failed.get(each) ?? rest.shift() ?? []);
    }
    failed.set(index, first!);
    sql = blanked(sql, spans[index]!);
  }
}

/** As long as before, so that places stay. */
function blanked(sql: string, { start, end }: Span): string {
  return sql.slice(0, start) + sql.slice(start, end).replaceAll(/[^\n]/g, ' ') + sql.slice(end);
}

const syntaxProblem = ({ problems }: StatementAnalysis): Problem | undefined =>
  problems.find(({ code }) => code === 'syntax');

function statementFindings(
  { problems }: StatementAnalysis,
  { replaced }: Unit,
  { start, name }: SourceStatement,
  file: Omit<At, 'offset'>,
): readonly Finding[] {
  const at = (offset: number | undefined) => ({
    ...file,
    offset: offset === undefined ? start : replaced.original(offset),
    query: name,
  });
  const misplaced = problems.find(
    ({ code, place }) =>
      code === 'syntax' && place !== undefined && replaced.isParameter(place.offset),
  );
  if (misplaced !== undefined) {
    const message = 'SQL takes no parameter here, so the statement is not checked.';
    return [
      findingAt(at(misplaced.place!.offset), {
        severity: 'note',
        reason: 'PARAMETER_PLACE',
        message,
      }),
    ];
  }
  return problems.map((problem) => problemFinding(at(problem.place?.offset), problem));
}
