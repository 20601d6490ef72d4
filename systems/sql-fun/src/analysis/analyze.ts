import type { Node, RawStmt } from 'libpg-query';
import type { Exposure } from '../policy/index.js';
import { formatType } from '../pg/index.js';
import type { Relation, Schema } from '../schema/index.js';
import { excerpt, SourceText } from '../text/index.js';
import type { Analysis, Problem, StatementAnalysis, Touched } from './analysis.js';
import { MadeRelations } from './made-relations.js';
import type { Found, Typed } from './model.js';
import { parse } from './parser.js';
import { NO_ROWS, type Rows } from './rows.js';
import { searchPathOf } from './search-path.js';
import { StatementSession, TooDeep } from './session.js';
import { statementKind } from './statement-kind.js';
import { statementRows } from './statement.js';

export interface AnalyzeOptions {
  readonly schema: Schema;
  /** The schemas that unqualified names are looked for in; `public` unless said. */
  readonly path?: readonly string[];
  /** What may be seen; everything unless said. What is not throws MCP_NOT_ALLOWED. */
  readonly exposure?: Exposure;
}

/** Checks the statements of a text against a schema. The parser has to be loaded. */
export function analyze(sql: string, options: AnalyzeOptions): Analysis {
  const source = new SourceText(sql);
  const parsed = parse(source);
  if (parsed.kind === 'failed') return { statements: [{ ...NOTHING, problems: [parsed.problem] }] };
  const { schema, exposure } = options;
  let path = options.path ?? ['public'];
  const made = new MadeRelations();
  const statements = parsed.statements.map((raw) => {
    const session = new StatementSession({ schema, path, exposure, made: made.map });
    const analysis = analyzeStatement(raw, session, made, source);
    path = (raw.stmt && searchPathOf(raw.stmt)) ?? path;
    return analysis;
  });
  return { statements };
}

const NOTHING: StatementAnalysis = {
  kind: 'unreadable',
  columns: [],
  reads: [],
  writes: [],
  parameters: [],
  problems: [],
};

function analyzeStatement(
  raw: RawStmt,
  session: StatementSession,
  made: MadeRelations,
  source: SourceText,
): StatementAnalysis {
  const { stmt } = raw;
  if (!stmt) return NOTHING;
  const { outputs } = rowsOf(stmt, session, made);
  const spell = ({ type, typmod }: Typed) =>
    type && { type: formatType(type, typmod, { path: session.path }) };
  return {
    kind: statementKind(stmt),
    columns: outputs.map((output) => ({ name: output.name, ...spell(output) })),
    reads: touched(session.reads),
    writes: touched(session.writes),
    parameters: [...session.parameters]
      .sort(([a], [b]) => a - b)
      .map(([number, typed]) => ({ number, ...spell(typed) })),
    problems: problemsOf(session, source, startOf(raw, source)),
  };
}

function rowsOf(stmt: Node, session: StatementSession, made: MadeRelations): Rows {
  try {
    return statementRows(stmt, session, made);
  } catch (error) {
    if (!(error instanceof TooDeep) && !isStackOverflow(error)) throw error;
    const message = 'The statement is nested too deeply to be checked.';
    session.report({ code: 'too_deep', target: 'sql', name: '', message });
    return NO_ROWS;
  }
}

/** The caller may have used up most of the stack itself. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack');
}

/** The byte where a statement begins, behind the blanks that the parser counts to it. */
function startOf({ stmt_location: start = 0 }: RawStmt, source: SourceText): number {
  const rest = source.text.slice(source.offset(start));
  return start + (/^\s*/.exec(rest)?.[0].length ?? 0);
}

/** Nobody reads more of one statement: errors go before notes. */
const MAX_PROBLEMS = 100;

function problemsOf(session: StatementSession, source: SourceText, start: number): Problem[] {
  const found = [...session.found.values()];
  if (found.length > MAX_PROBLEMS) {
    found.sort((a, b) => Number(a.code === 'unresolved') - Number(b.code === 'unresolved'));
  }
  return found
    .slice(0, MAX_PROBLEMS)
    .sort((a, b) => (a.location ?? start) - (b.location ?? start))
    .map((each) => toProblem(each, source, start));
}

/** Problems without a place are at the beginning of their statement. */
function toProblem({ location, ...found }: Found, source: SourceText, start: number): Problem {
  const place = source.place(location ?? start);
  const severity = found.code === 'unresolved' ? 'note' : 'error';
  return { ...found, severity, place, excerpt: excerpt(source.text, place) };
}

function touched(relations: ReadonlyMap<Relation, ReadonlySet<string>>): Touched[] {
  return [...relations]
    .map(([{ schema, name }, columns]) => ({ schema, name, columns: [...columns].sort() }))
    .sort((a, b) => compare(a.schema, b.schema) || compare(a.name, b.name));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
