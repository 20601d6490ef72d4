import type { DatabaseCatalog } from '../catalog/catalog.js';
import type { PgError } from '../engine/protocol.js';
import { splitName } from '../text/names.js';
import type { ProblemCode, ProblemReason, ReasonInput } from './analysis.js';
import { namesIn, type SyntaxNode } from './syntax.js';

type Row = readonly [reason: ProblemReason, code: ProblemCode, sqlstates: string];

/** Every SQLSTATE that PostgreSQL raises while it parses, analyses or rewrites a statement; its appendix A names them. */
const ROWS: readonly Row[] = [
  ['INVALID_SQL', 'syntax', '42601 42602 42622 42939 22019 22025 22021 22P05 22P06 54000 54023'],
  ['INVALID_SQL', 'misplaced', '0A000'],
  ['INVALID_SQL', 'column_count', '54011'],
  // 26000: Parse gave no answer.
  ['INVALID_SQL', 'too_deep', '26000 53200 54001'],
  // 42883: an unknown operator, or an unknown function, see below.
  ['WRONG_TYPE', 'type_mismatch', '42804 42846 42883 42P18 42P21 42P22 42P38 23502 23514'],
  // Literals that are no value of their type.
  ['WRONG_TYPE', 'type_mismatch', '22000 22001 22003 22004 22005 22007 22008 22009 22012 22015'],
  ['WRONG_TYPE', 'type_mismatch', '22018 22023 22026 2202E 22030 22032 2200M 2200N 2201B 22P02'],
  ['WRONG_TYPE', 'type_mismatch', '22P03'],
  ['AMBIGUOUS_NAME', 'ambiguous', '42702 42725 42P08 42P09'],
  ['AMBIGUOUS_NAME', 'duplicate', '42701 42712 42P03 42P05'],
  // It exists already.
  ['INVALID_LOGIC', 'duplicate', '42P06 42P07 42710 42723'],
  ['INVALID_LOGIC', 'misplaced', '21000 22013 22014 22016 2201W 2201X 2200H 2202G 2202H 24000'],
  ['INVALID_LOGIC', 'misplaced', '25001 25006 25P01 27000 2F003 42501 42611 42803 42809 42830'],
  ['INVALID_LOGIC', 'misplaced', '428C9 42P04 42P10 42P11 42P12 42P13 42P14 42P15 42P16 42P17'],
  ['INVALID_LOGIC', 'misplaced', '42P19 42P20 44000 55000 55006 55P04'],
  ['NOT_FOUND', 'not_found', '34000 3D000 42704 42P02'],
  ['SCHEMA_NOT_FOUND', 'not_found', '3F000'],
  ['TABLE_NOT_FOUND', 'not_found', '42P01'],
  ['COLUMN_NOT_FOUND', 'not_found', '42703'],
];

/** −32030 is the general one. */
const GENERAL: Row = ['MISSING_PARAMETER', 'misplaced', ''];

const rowOf = (sqlstate: string): Row =>
  ROWS.find(([, , sqlstates]) => sqlstates.includes(sqlstate)) ?? GENERAL;

/** Whether an error is about types: a mask may have caused it, as it has none. */
export const isAboutTypes = (sqlstate: string): boolean =>
  rowOf(sqlstate)[0] === 'WRONG_TYPE' || ['42725', '42P08', '42809'].includes(sqlstate);

/** What an error is about. Names come from the statement, never from the words of the error. */
export function aboutOf(
  error: PgError,
  node: SyntaxNode | undefined,
  catalog: DatabaseCatalog,
): ReasonInput {
  const [reason, code] = rowOf(error.code);
  return { reason, code, ...subjectOf(node), ...MORE[error.code]?.(node, catalog, error) };
}

type More = (
  node: SyntaxNode | undefined,
  catalog: DatabaseCatalog,
  error: PgError,
) => Partial<ReasonInput>;

/** By SQLSTATE: what the node, or the catalog, tells beyond it. */
const MORE: Readonly<Record<string, More>> = {
  '42P01': (node, catalog) =>
    node?.kind === 'ColumnRef' || node?.role === 'lockedRels'
      ? missingAlias(node)
      : missingTable(node, catalog),
  // Of `cron.schedule()` the schema.
  '3F000': (node) => ({ target: 'schema', name: schemaOf(node) ?? qualifierOf(node) }),
  '42703': (node, _, { ofType }) => ({ target: 'column', ...(ofType && fieldOf(node)) }),
  '42883': (node, catalog) =>
    node?.kind === 'FuncCall' && !catalog.functions.has(functionName(node))
      ? { reason: 'NOT_FOUND', code: 'not_found' }
      : {},
  '42704': (node) => (node?.kind === 'WindowDef' ? { target: 'alias' } : {}),
  '42712': () => ({ target: 'alias' }),
  '42P09': (node) => ({ target: 'alias', name: qualifierOf(node) }),
  '42P10': (node) => (node?.kind === 'CommonTableExpr' ? { code: 'column_count' } : {}),
  '42601': (node) => (node === undefined ? { code: 'misplaced' } : miscounted(node)),
};

/** Of `(c).nope` the name behind the dot: PostgreSQL points at `c`. */
function fieldOf(node: SyntaxNode | undefined): Partial<ReasonInput> {
  const fieldIn = ({ members }: SyntaxNode) =>
    namesIn(members['indirection']).findLast((one) => one !== '');
  // Not `[1]` of `(c[1]).nope`.
  const row = node?.nearest((one) => fieldIn(one) !== undefined);
  return row === undefined ? {} : { name: fieldIn(row)! };
}

function missingTable(
  node: SyntaxNode | undefined,
  catalog: DatabaseCatalog,
): Partial<ReasonInput> {
  const literal = node && literalName(node);
  const schema = literal ? literal.at(-2) : schemaOf(node);
  return schema === undefined || catalog.schemas.has(schema)
    ? { target: 'table', name: literal?.join('.') ?? nameOf(node) }
    : { reason: 'SCHEMA_NOT_FOUND', target: 'schema', name: schema };
}

/** A qualifier that FROM does not have; or has, but not for this part of the statement. */
function missingAlias(node: SyntaxNode): Partial<ReasonInput> {
  const isColumn = node.kind === 'ColumnRef';
  const name = isColumn ? qualifierOf(node) : nameOf(node);
  const items = node.itemsAround;
  return isColumn && items.some((item) => item.name === name)
    ? { reason: 'INVALID_LOGIC', code: 'misplaced', target: 'alias', name }
    : { reason: 'NOT_FOUND', target: 'alias', name };
}

/** 42601 of a statement that the grammar accepts is most often about a number of columns. */
function miscounted(node: SyntaxNode): Partial<ReasonInput> {
  if (node.kind === 'ResTarget' && node.parent?.kind === 'UpdateStmt') return { code: 'duplicate' };
  const isPlace =
    nameOf(node).endsWith('*') ||
    node.kind === 'SetToDefault' ||
    node.kind === 'onConflictClause' ||
    node.nearest(({ kind }) => kind === 'SortBy') !== undefined;
  if (isPlace) return { code: 'misplaced' };
  const { statement } = node;
  const insert = [statement, statement?.parent].find((one) => one?.kind === 'InsertStmt');
  return { code: 'column_count', ...subjectOf(insert?.target) };
}

/** The parts of a name in a string: `'sales.orders'::regclass`. */
export function literalName({ kind, members }: SyntaxNode): readonly string[] | undefined {
  const { sval } = (members['sval'] ?? {}) as { sval?: string };
  return kind === 'A_Const' && sval ? splitName(sval)?.map(({ text }) => text) : undefined;
}

const qualifierOf = (node: SyntaxNode | undefined): string =>
  nameOf(node).split('.').slice(0, -1).join('.');

/** By kind of node: what it is, and the member with its name. */
const SUBJECTS: Readonly<Record<string, readonly [target: string, member?: string]>> = {
  ColumnRef: ['column', 'fields'],
  ResTarget: ['column', 'name'],
  IndexElem: ['column', 'name'],
  RangeVar: ['table'],
  RangeSubselect: ['alias'],
  CommonTableExpr: ['alias', 'ctename'],
  FuncCall: ['function', 'funcname'],
  A_Expr: ['operator', 'name'],
  TypeCast: ['type'],
  TypeName: ['type', 'names'],
  ParamRef: ['parameter'],
  CollateClause: ['collation', 'collname'],
  infer: ['constraint', 'conname'],
  WindowDef: ['expression', 'name'],
};

function subjectOf(node: SyntaxNode | undefined): { target: string; name: string } {
  if (node === undefined || node.isStatement) return { target: 'statement', name: '' };
  return { target: SUBJECTS[node.kind]?.[0] ?? 'expression', name: nameOf(node) };
}

function nameOf(node: SyntaxNode | undefined): string {
  if (node === undefined) return '';
  const { kind, members } = node;
  if (kind === 'RangeVar') {
    return [members['schemaname'], members['relname']].filter(Boolean).join('.');
  }
  if (kind === 'ParamRef') return `$${String(members['number'])}`;
  if (kind === 'TypeCast') return nameOf(node.childrenIn('typeName')[0]);
  const name = members[SUBJECTS[kind]?.[1] ?? ''] ?? node.alias;
  if (typeof name === 'string') return name;
  const names = namesIn(name);
  // `int` is `pg_catalog.int4` in the tree.
  return (kind === 'TypeName' && names[0] === 'pg_catalog' ? names.slice(1) : names).join('.');
}

const schemaOf = (node: SyntaxNode | undefined): string | undefined =>
  node?.members['schemaname'] as string | undefined;

export const functionName = (node: SyntaxNode | undefined): string =>
  namesIn(node?.members['funcname']).at(-1) ?? '';
