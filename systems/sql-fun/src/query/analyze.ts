import { parseSync } from 'libpg-query';
import { DatabaseCatalog } from '../catalog/catalog.js';
import { OMISSIONS } from '../dump/definition.js';
import { excerpt } from '../text/cells.js';
import { SourceText } from '../text/source-text.js';
import { splitStatements, statementText } from '../text/split-statements.js';
import type { Analysis, QueryProblem, StatementAnalysis } from './analysis.js';
import type { AnalyzeOptions, Draft } from './analysis.js';
import { analyzeStatement, unreadable } from './statement.js';
import type { Members, RawStatement } from './syntax.js';

/** Checks the statements of a text against a database. Nothing of it is executed, but what `define` gives; and that is rolled back. */
export function analyze(text: string, options: AnalyzeOptions): Promise<Analysis> {
  return options.postgres.alone(() => analyzeText(text, options));
}

async function analyzeText(text: string, options: AnalyzeOptions): Promise<Analysis> {
  const { postgres } = options;
  const placed = placing(text);
  const offset = text.indexOf('\0');
  if (offset !== -1) {
    const { problems, ...rest } = unreadable('syntax', 'The text has a NUL character.', { offset });
    return { statements: [{ ...rest, problems: placed(problems, 0) }] };
  }
  const spans = splitStatements(text);
  const statements: StatementAnalysis[] = [];
  /** With the path that the text has set, and a catalog with what it has defined. */
  let current = options;
  let [inTransaction, isStale] = [false, false];
  try {
    for (const span of spans) {
      const sql = statementText(text, span);
      if (isStale) current = { ...current, catalog: await DatabaseCatalog.read(postgres) };
      isStale = false;
      await postgres.usePath(current.path);
      const { raw, problems, ...analysis } = await analyzeStatement(sql, current);
      const drafts = [...problems];
      const definition = raw && spans.length > 1 ? definitionOf(sql, raw, options) : undefined;
      if (definition !== undefined) {
        if (!inTransaction) await postgres.begin();
        inTransaction = true;
        const refused = await postgres.run(definition);
        isStale = refused === undefined;
        if (refused !== undefined) {
          const message = `The statements behind it are checked without this one: ${refused.message}.`;
          const note = { code: 'unresolved', severity: 'note', target: 'statement' } as const;
          drafts.push({ ...note, name: '', message });
        }
      }
      current = { ...current, path: (raw && pathOf(raw, options.path)) ?? current.path };
      statements.push({ ...analysis, problems: placed(drafts, span.start) });
    }
  } finally {
    if (inTransaction) await postgres.rollback();
    if (current.path !== options.path) await postgres.usePath(options.path);
  }
  return { statements };
}

/** Finds the places of problems in a text. What has no place is at the beginning of its statement. */
function placing(
  text: string,
): (drafts: readonly Draft[], start: number) => readonly QueryProblem[] {
  const source = new SourceText(text);
  return (drafts, start) =>
    [...drafts]
      .sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
      .map(({ offset = 0, ...problem }) => {
        const place = source.placeAt(start + offset);
        return { ...problem, place, excerpt: excerpt(text, place) };
      });
}

/** Never executed: what no dump may execute, SET, queries. CREATE EXTENSION would tell which extensions the dump has. */
const isNever = (kind: string): boolean =>
  kind in OMISSIONS || /^(?:VariableSet|Select|CreateExtension|CreateEventTrig)Stmt$/.test(kind);

/** The SQL that is executed for a definition, so that the statements behind it find what it defines. */
function definitionOf(sql: string, raw: RawStatement, options: AnalyzeOptions): string | undefined {
  const { kind, members } = raw;
  const definition = isNever(kind) ? undefined : options.define?.(sql, { [kind]: members });
  if (definition === undefined) return undefined;
  const { stmts = [] } = parseSync(definition) as { stmts?: readonly { stmt?: Members }[] };
  const kinds = stmts.flatMap(({ stmt = {} }) => Object.keys(stmt));
  return kinds.some(isNever) ? undefined : definition;
}

/** The path that SET search_path asks for; it is followed, and not executed. */
function pathOf(raw: RawStatement, initial: readonly string[]): readonly string[] | undefined {
  const { kind, members } = raw;
  const isPath = members['name'] === 'search_path' || members['kind'] === 'VAR_RESET_ALL';
  if (kind !== 'VariableSetStmt' || !isPath) return undefined;
  if (members['kind'] !== 'VAR_SET_VALUE') return initial;
  const args = members['args'] as readonly { A_Const?: { sval?: { sval?: string } } }[] | undefined;
  const names = (args ?? []).map((one) => one.A_Const?.sval?.sval ?? '');
  return names.filter((name) => name !== '' && name !== '$user');
}
