import { SqlError } from 'libpg-query';
import type { Described, PgError } from '../engine/protocol.js';
import { SourceText } from '../text/source-text.js';
import { nextToken } from '../text/split-statements.js';
import { findNodes } from './analysed-tree.js';
import type { ProblemCode, StatementAnalysis, AnalyzeOptions } from './analysis.js';
import type { Draft, QueryContext } from './analysis.js';
import { findProblems } from './find-problems.js';
import { checkUtility, conflictProblems } from './lookups.js';
import { sentence, toDraft } from './problems.js';
import { namedTouched, resultOf, touchedColumns } from './result.js';
import { parseStatement, rawNodes, readSyntax, type RawStatement } from './syntax.js';
import { mayBeTooNew, syntaxWarnings, treeWarnings, versionWarnings } from './warnings.js';

type Drafted = Omit<StatementAnalysis, 'problems'> & {
  readonly raw?: RawStatement;
  readonly problems: readonly Draft[];
};

const NOTHING = { columns: [], reads: [], writes: [], parameters: [] };

/** Statements that PostgreSQL analyses together with the query inside of them. */
const ANALYSED: ReadonlySet<string> = new Set([
  ...['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'CallStmt'],
  ...['ExplainStmt', 'DeclareCursorStmt', 'CreateTableAsStmt'],
]);

export async function analyzeStatement(sql: string, options: AnalyzeOptions): Promise<Drafted> {
  const { postgres, catalog } = options;
  const { verdictOnly = false } = options;
  const tree = !verdictOnly;
  // PostgreSQL is asked first: what is too deep for it would break the parser that we use.
  const first = await postgres.describe(sql, { tree, verdictOnly });
  if (isTooDeep(first)) return tooDeep();
  const isPlain = first.error === undefined && isPlainQuery(sql, options);
  let raw: RawStatement;
  try {
    raw = isPlain ? PLAIN : parseStatement(sql)!;
  } catch (thrown) {
    if (thrown instanceof SqlError) return notParsed(sql, first.error, thrown);
    throw thrown;
  }
  options.lock?.statement(sql, options.path);
  const kind = statementKind(raw);
  const isAnalysed = ANALYSED.has(raw.kind);
  const query = isAnalysed ? { sql, types: [] } : await innerQuery(sql, raw, options);
  const settings = { tree, verdictOnly, types: query?.types ?? [] };
  const answer = isAnalysed || !query ? first : await postgres.describe(query.sql, settings);
  if (isTooDeep(answer)) return { ...tooDeep(), kind, raw };
  const verdict = query && (await findProblems(query.sql, answer, options, settings));
  const utility = verdict ? undefined : checkUtility(raw, kind, { ...options, ...readSyntax(sql) });
  const printed = verdict?.described?.tree ?? '';
  const nodes = findNodes(printed, 'RTEPERMISSIONINFO', 'BOOLEXPR', 'QUERY');
  const syntax = isPlain ? [] : [...rawNodes(raw)];
  const allSyntax = () => (isPlain ? [...rawNodes(parseStatement(sql)!)] : syntax);
  const isRight = verdict?.problems.length === 0;
  const isInferred = verdict?.problems.every(({ node }) => node?.kind !== 'infer');
  const found = [
    ...(verdict?.problems ?? []),
    ...(isInferred ? await conflictProblems(syntax, sql, options) : []),
    ...(utility?.problems ?? []),
  ];
  const errors = await Promise.all(found.map((one) => toDraft(one, options)));
  const warnings = [
    ...syntaxWarnings(syntax, options),
    ...(isRight ? await treeWarnings(nodes, allSyntax, catalog) : []),
    ...(await versionWarnings(syntax, sql, options)),
  ];
  const source = new SourceText(sql);
  const problems = [
    ...errors.filter((one) => one !== undefined),
    ...warnings.map(({ byte, ...warning }): Draft => ({
      ...{ ...warning, severity: 'warning', offset: source.offset(byte) },
    })),
  ];
  if (!tree) return { kind, raw, ...NOTHING, problems };
  const touched = [...touchedColumns(nodes), ...(utility?.touched ?? [])];
  return {
    ...{ kind, raw, problems, ...(await resultOf(verdict, nodes, isAnalysed, catalog)) },
    reads: namedTouched(touched, 'read', catalog),
    writes: namedTouched(touched, 'written', catalog, verdict?.standIns),
  };
}

const PLAIN: RawStatement = { kind: 'SelectStmt', members: {} };

/** Whether an accepted statement only reads and its syntax cannot cause a warning. Then it is not parsed again, which takes longer than PostgreSQL does. */
const isPlainQuery = (sql: string, { lock, hiddenColumns, version }: AnalyzeOptions): boolean =>
  lock === undefined &&
  hiddenColumns === undefined &&
  /^\s*(?:select|with)\b/i.test(sql) &&
  !/\b(?:insert|update|delete|merge|values)\b/i.test(sql) &&
  !mayBeTooNew(sql, version);

/** Parse gives no answer, or the error that Describe then gives, where the stack was not enough. */
const isTooDeep = ({ parsed: isParsed, error }: Described): boolean =>
  error === undefined ? !isParsed : error.code === '26000' || error.code === '54001';

export function unreadable(code: ProblemCode, message: string, more: Partial<Draft>): Drafted {
  const about = { code, severity: 'error', reason: 'INVALID_SQL', target: 'statement' } as const;
  return { kind: 'unreadable', ...NOTHING, problems: [{ ...about, name: '', message, ...more }] };
}

const tooDeep = (): Drafted =>
  unreadable('too_deep', 'The statement is nested too deeply to be checked.', {
    sqlstate: '54001',
  });

function notParsed(sql: string, error: PgError | undefined, thrown: SqlError): Drafted {
  const message = error?.message ?? thrown.message;
  if (/^memory exhausted|stack depth/.test(message)) return tooDeep();
  const at = error?.position ?? (thrown.sqlDetails?.cursorPosition ?? 0) + 1;
  const offset = new SourceText(sql).offsetOfCharacter(at - 1);
  const { start, end } = nextToken(sql, offset);
  const name = sql.slice(start, Math.min(end, start + 60));
  const sqlstate = error?.code ?? '42601';
  return unreadable('syntax', sentence(message), { sqlstate, name, offset });
}

/** The query of CREATE VIEW, PREPARE or COPY, with spaces for what is around it, so that places stay; and the types that PREPARE declares. */
async function innerQuery(
  sql: string,
  { kind, members }: RawStatement,
  { postgres }: QueryContext,
): Promise<{ readonly sql: string; readonly types: readonly number[] } | undefined> {
  const isCopy = kind === 'CopyStmt' && members['query'] !== undefined;
  if (!isCopy && kind !== 'ViewStmt' && kind !== 'PrepareStmt') return undefined;
  const { root, tokens } = readSyntax(sql);
  const { all } = tokens;
  let first = 0;
  while (first < all.length && tokens.word(first) !== (isCopy ? '(' : 'as')) {
    first = isCopy ? first + 1 : tokens.endOfBracket(first);
  }
  let last = isCopy ? (tokens.partners.get(first) ?? all.length - 1) : all.length - 1;
  if (!isCopy) first++;
  // CREATE VIEW … WITH LOCAL CHECK OPTION
  if (kind === 'ViewStmt' && tokens.word(last) === 'option' && tokens.word(last - 1) === 'check') {
    while (tokens.word(last) !== 'with') last--;
    last--;
  }
  const [start, end] = [all[first]?.start ?? sql.length, all[last]?.end ?? sql.length];
  const names = root.childrenIn('argtypes').map((type) => sql.slice(type.start, type.end));
  const types =
    'SELECT to_regtype(name)::oid::int8 AS oid FROM unnest($1::text[]) WITH ORDINALITY t (name, n) ORDER BY n';
  const rows = names.length > 0 ? await postgres.rows<{ oid: number | null }>(types, [names]) : [];
  return {
    sql: sql.slice(0, start).replaceAll(/[^\n]/g, ' ') + sql.slice(start, end),
    types: rows.map(({ oid }) => oid ?? 0),
  };
}

const KINDS: Readonly<Record<string, string>> = {
  ...{ CreateStmt: 'create table', ViewStmt: 'create view', IndexStmt: 'create index' },
  ...{ CreateSeqStmt: 'create sequence', CreateTrigStmt: 'create trigger' },
  ...{ CreateEnumStmt: 'create type', CompositeTypeStmt: 'create type' },
  RefreshMatViewStmt: 'refresh materialized view',
  ...{ VariableSetStmt: 'set', VariableShowStmt: 'show' },
};

/** Of statements that say in a member which kind of object they are about. */
const VERBS: Readonly<Record<string, string>> = {
  ...{ CreateTableAsStmt: 'create', DropStmt: 'drop' },
  ...{ AlterTableStmt: 'alter', RenameStmt: 'alter' },
};

/** What kind of statement it is, in the words of SQL: `select`, `create view`. */
function statementKind({ kind, members }: RawStatement): string {
  if (kind === 'SelectStmt') return members['valuesLists'] === undefined ? 'select' : 'values';
  if (VERBS[kind] === undefined) return KINDS[kind] ?? wordsOf(kind);
  const type = members['objtype'] ?? members['removeType'] ?? members['renameType'];
  return `${VERBS[kind]} ${wordsOf(String(type).replace('MATVIEW', 'MATERIALIZED_VIEW'))}`;
}

/** `CreateRoleStmt` is `create role`. */
const wordsOf = (tag: string): string =>
  tag
    .replaceAll(/^OBJECT_|Stmt$/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
