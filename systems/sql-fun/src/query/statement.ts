import { SqlError } from 'libpg-query';
import type { Described, PgError } from '../engine/index.js';
import { closest, nextToken, SourceText } from '../text/index.js';
import { findNodes, isNode, readTree, type TreeNode } from './analysed-tree.js';
import type { AnalysedColumn, Parameter, StatementAnalysis } from './analysis.js';
import type { AnalyzeOptions } from './options.js';
import { columnTypes } from './column-types.js';
import { conflictProblems } from './conflict-target.js';
import type { QueryContext } from './context.js';
import { findProblems, type Verdict } from './find-problems.js';
import { ANALYSED, hasInnerQuery, innerQuery, preparedTypes } from './inner-query.js';
import { nullableColumns } from './nullability.js';
import { sentence, toDraft, type Draft } from './problems.js';
import { statementKind } from './statement-kind.js';
import { relationsLike } from './suggestions.js';
import { parseStatement, readSyntax, type RawStatement } from './syntax.js';
import { namedTouched, touchedColumns, type TouchedColumns } from './touched.js';
import { checkUtility, type MissingName, type Utility } from './utility.js';
import { versionWarnings } from './versions.js';
import { syntaxWarnings, treeWarnings, type Warning } from './warnings.js';

type Drafted = Omit<StatementAnalysis, 'problems'> & {
  readonly raw?: RawStatement;
  readonly problems: readonly Draft[];
};

const NOTHING = { columns: [], reads: [], writes: [], parameters: [] };

/** Asks PostgreSQL about one statement. */
export async function analyzeStatement(
  sql: string,
  context: QueryContext,
  options: AnalyzeOptions,
): Promise<Drafted> {
  const tree = options.verdictOnly !== true;
  // PostgreSQL is asked first: what is too deep for it would break the parser that we use.
  const first = await context.postgres.describe(sql, { tree });
  if (isTooDeep(first)) return tooDeep(first.error?.code);
  const raw = parsed(sql);
  if (raw instanceof SqlError) return unreadable(sql, first.error, raw);
  options.lock?.statement(sql, context.path);
  const kind = statementKind(raw);
  const isAnalysed = ANALYSED.has(raw.kind);
  const verdict = isAnalysed
    ? await findProblems(sql, first, context, { tree })
    : hasInnerQuery(raw)
      ? await innerVerdict(sql, raw, context, tree)
      : undefined;
  if (verdict === 'too deep') return { ...tooDeep(), kind, raw };
  const utility = verdict === undefined ? checkUtility(raw, readSyntax(sql), context) : undefined;
  const root =
    verdict?.described?.tree === undefined ? undefined : readTree(verdict.described.tree);
  const nodes = findNodes(root, 'RTEPERMISSIONINFO', 'BOOLEXPR', 'QUERY');
  const errors = await Promise.all(
    (verdict?.problems ?? []).map((found) => toDraft(found, context, options)),
  );
  const warnings = [
    ...syntaxWarnings(raw, context, options.hiddenColumns),
    ...(verdict?.problems.length === 0 ? await treeWarnings(nodes, raw, context.catalog) : []),
    ...(options.version === undefined ? [] : await newer(raw, sql, options.version, context)),
  ];
  const problems = [
    ...errors.filter((one) => one !== undefined),
    ...(verdict?.problems.length === 0 ? await conflictProblems(raw, sql, context) : []),
    ...(utility === undefined ? [] : utilityProblems(utility, kind, context)),
    ...toDrafts(warnings, sql),
  ];
  if (!tree) return { kind, raw, ...NOTHING, problems };
  const touched = [...touchedColumns(nodes), ...(utility?.touched ?? [])];
  return { kind, raw, problems, ...(await described(raw, verdict, root, touched, context)) };
}

async function innerVerdict(
  sql: string,
  raw: RawStatement,
  context: QueryContext,
  tree: boolean,
): Promise<Verdict | 'too deep'> {
  const syntax = readSyntax(sql);
  const inner = innerQuery(raw, syntax);
  const types = raw.kind === 'PrepareStmt' ? await preparedTypes(syntax, context) : [];
  const first = await context.postgres.describe(inner, { tree, types });
  return isTooDeep(first) ? 'too deep' : findProblems(inner, first, context, { tree, types });
}

/** Parse gives no answer, or the error that Describe then gives, where the stack was not enough. */
const isTooDeep = ({ parsed: isParsed, error }: Described): boolean =>
  error === undefined ? !isParsed : error.code === '26000' || error.code === '54001';

function tooDeep(sqlstate = '54001'): Drafted {
  const message = 'The statement is nested too deeply to be checked.';
  const about = { code: 'too_deep', severity: 'error', reason: 'INVALID_SQL', sqlstate } as const;
  return {
    kind: 'unreadable',
    ...NOTHING,
    problems: [{ ...about, target: 'statement', name: '', message }],
  };
}

function parsed(sql: string): RawStatement | SqlError {
  try {
    return parseStatement(sql) ?? { kind: 'EmptyStmt', members: {} };
  } catch (thrown) {
    if (thrown instanceof SqlError) return thrown;
    throw thrown;
  }
}

function unreadable(sql: string, error: PgError | undefined, thrown: SqlError): Drafted {
  const message = error?.message ?? thrown.message;
  if (/^memory exhausted|stack depth/.test(message)) return tooDeep();
  const at = error?.position ?? (thrown.sqlDetails?.cursorPosition ?? 0) + 1;
  const offset = new SourceText(sql).offsetOfCharacter(at - 1);
  const token = nextToken(sql, offset);
  const name = sql.slice(token.start, Math.min(token.end, token.start + 60));
  const about = { code: 'syntax', severity: 'error', reason: 'INVALID_SQL' } as const;
  const sqlstate = error?.code ?? '42601';
  const problem = {
    ...about,
    sqlstate,
    target: 'statement',
    name,
    message: sentence(message),
    offset,
  };
  return { kind: 'unreadable', ...NOTHING, problems: [problem] };
}

/** Functions that the schema defines itself are not those of a newer version. */
async function newer(
  raw: RawStatement,
  sql: string,
  version: number,
  { postgres }: QueryContext,
): Promise<readonly Warning[]> {
  const warnings = versionWarnings(raw, sql, version);
  const names = warnings.filter(({ target }) => target === 'function').map(({ name }) => name);
  if (names.length === 0) return warnings;
  const own = await postgres.rows<{ name: string }>(
    "SELECT proname || '()' AS name FROM pg_proc WHERE proname || '()' = ANY ($1::text[]) AND pronamespace <> 'pg_catalog'::regnamespace",
    [names],
  );
  return warnings.filter(({ name }) => !own.some((one) => one.name === name));
}

function toDrafts(warnings: readonly Warning[], sql: string): readonly Draft[] {
  const source = new SourceText(sql);
  return warnings.map(({ byte, ...warning }) => ({
    ...{ ...warning, severity: 'warning', offset: source.offset(byte) },
  }));
}

function utilityProblems(
  { missing, unchecked }: Utility,
  kind: string,
  context: QueryContext,
): readonly Draft[] {
  if (unchecked !== true) return missing.map((one) => missingProblem(one, context));
  const message = `Statements of this kind (${kind}) are not checked.`;
  return [{ code: 'unresolved', severity: 'note', target: 'statement', name: kind, message }];
}

/** By target: the reason, and PostgreSQL's number and words for it. */
const MISSING = {
  table: ['TABLE_NOT_FOUND', '42P01', 'Relation'],
  view: ['TABLE_NOT_FOUND', '42P01', 'Relation'],
  column: ['COLUMN_NOT_FOUND', '42703', 'Column'],
  schema: ['SCHEMA_NOT_FOUND', '3F000', 'Schema'],
} as const;

function missingProblem(
  { target, name, table, offset }: MissingName,
  context: QueryContext,
): Draft {
  const [reason, sqlstate, word] = MISSING[target];
  const { catalog } = context;
  const relation =
    table === undefined ? undefined : [...catalog.relations].find((one) => one.name === table);
  const meant =
    target === 'schema'
      ? closest(name, catalog.schemas)
      : target === 'column'
        ? closest(name, relation?.columns.map((column) => column.name) ?? [])
        : relationsLike(name, context);
  const of = table === undefined ? '' : ` of relation "${table}"`;
  return {
    ...{ code: 'not_found', severity: 'error', reason, sqlstate, target, name, offset },
    message: `${word} "${name}"${of} does not exist.`,
    ...(table !== undefined && { table }),
    ...(meant.length > 0 && { didYouMean: meant }),
  };
}

async function described(
  raw: RawStatement,
  verdict: Verdict | undefined,
  root: ReturnType<typeof readTree> | undefined,
  touched: readonly TouchedColumns[],
  { catalog }: QueryContext,
): Promise<Pick<StatementAnalysis, 'columns' | 'reads' | 'writes' | 'parameters'>> {
  const { columns = [], parameters: given = [] } = verdict?.described ?? {};
  const isOuter = ANALYSED.has(raw.kind);
  const query = isNode(root) ? root : Array.isArray(root) ? root.find(isNode) : undefined;
  const nullable = isOuter && query ? nullableColumns(query as TreeNode, catalog) : [];
  const types = query ? columnTypes(query as TreeNode) : [];
  const named: AnalysedColumn[] = [];
  // Where columns are masked, PostgreSQL may give them other names.
  const outputs = verdict?.outputs?.length === columns.length ? verdict.outputs : undefined;
  for (const [n, { type, modifier, ...column }] of (isOuter ? columns : []).entries()) {
    const { name, isMasked } = outputs?.[n] ?? { name: column.name, isMasked: false };
    // Describe says what a domain is made of, and not its name. A domain has no modifier.
    const own = types[n] ?? type;
    const isDomain = own !== type;
    const spelled = isMasked ? undefined : await catalog.typeName(own, isDomain ? -1 : modifier);
    named.push({
      name,
      ...(spelled !== undefined && { type: spelled }),
      nullable: isMasked ? 'unknown' : (nullable[n] ?? 'unknown'),
    });
  }
  const parameters: Parameter[] = [];
  for (const [n, type] of given.entries()) {
    const isUntyped = verdict!.untyped.has(n + 1);
    const spelled = isUntyped ? undefined : await catalog.typeName(type);
    parameters.push({ number: n + 1, ...(spelled !== undefined && { type: spelled }) });
  }
  return {
    ...{ columns: named, parameters },
    reads: namedTouched(touched, 'read', catalog),
    writes: namedTouched(touched, 'written', catalog),
  };
}
