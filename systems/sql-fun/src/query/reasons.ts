import type { PgError } from '../engine/index.js';
import type { ProblemCode, ProblemReason } from './analysis.js';
import { rowOf } from './sqlstates.js';
import { ancestorsOf, namesIn, nearest, type SyntaxNode } from './syntax.js';
import { fromItems, STATEMENTS } from './from-items.js';

export interface About {
  readonly reason: ProblemReason;
  readonly code: ProblemCode;
  readonly target: string;
  readonly name: string;
}

/** What the catalog knows of names; asked where SQLSTATE alone does not decide. */
export interface KnownNames {
  hasSchema(name: string): boolean;
  /** Whether there is any function of this name. */
  hasFunction(name: string): boolean;
}

/** What an error is about. Names come from the statement, never from the words of the error. */
export function aboutOf(error: PgError, node: SyntaxNode | undefined, names: KnownNames): About {
  const [reason, code] = rowOf(error.code);
  const about = { reason, code, ...subjectOf(node) };
  switch (error.code) {
    case '42P01':
      return node?.kind === 'ColumnRef' || node?.role === 'lockedRels'
        ? missingAlias(node)
        : missingTable(node, names);
    case '3F000':
      return { ...about, target: 'schema', name: schemaOf(node) ?? about.name };
    case '42703':
      return { ...about, target: 'column' };
    case '42883':
      return about.target === 'function' && !names.hasFunction(functionName(node))
        ? { ...about, reason: 'NOT_FOUND', code: 'not_found' }
        : about;
    case '42704':
      return node?.kind === 'WindowDef' ? { ...about, target: 'alias' } : about;
    case '42712':
      return { ...about, target: 'alias' };
    case '42P09':
      return { ...about, target: 'alias', name: qualifierOf(node) };
    case '42P10':
      return node?.kind === 'CommonTableExpr' ? { ...about, code: 'column_count' } : about;
    case '42601':
      return node === undefined ? { ...about, code: 'misplaced' } : miscounted(about, node);
    default:
      return about;
  }
}

function missingTable(node: SyntaxNode | undefined, names: KnownNames): About {
  const schema = schemaOf(node);
  if (schema !== undefined && !names.hasSchema(schema)) {
    return { reason: 'SCHEMA_NOT_FOUND', code: 'not_found', target: 'schema', name: schema };
  }
  return { reason: 'TABLE_NOT_FOUND', code: 'not_found', target: 'table', name: nameOf(node) };
}

/** A qualifier that FROM does not have; or has, but not for this part of the statement. */
function missingAlias(node: SyntaxNode): About {
  const name = node.kind === 'ColumnRef' ? qualifierOf(node) : nameOf(node);
  const isThere = [...ancestorsOf(node)].some(
    (one) => STATEMENTS.has(one.kind) && fromItems(one).some((item) => item.name === name),
  );
  return isThere && node.kind === 'ColumnRef'
    ? { reason: 'INVALID_LOGIC', code: 'misplaced', target: 'alias', name }
    : { reason: 'NOT_FOUND', code: 'not_found', target: 'alias', name };
}

/** 42601 of a statement that the grammar accepts is most often about a number of columns. */
function miscounted(about: About, node: SyntaxNode): About {
  if (node.kind === 'ResTarget' && node.parent?.kind === 'UpdateStmt') {
    return { ...about, code: 'duplicate' };
  }
  const isPlace =
    nameOf(node).endsWith('*') ||
    node.kind === 'SetToDefault' ||
    node.kind === 'onConflictClause' ||
    nearest(node, new Set(['SortBy'])) !== undefined;
  if (isPlace) return { ...about, code: 'misplaced' };
  const insert = nearest(node, STATEMENTS);
  const target = [insert, insert?.parent]
    .find((one) => one?.kind === 'InsertStmt')
    ?.children.find(({ role }) => role === 'relation');
  const subject = target ? subjectOf(target) : { target: 'statement', name: '' };
  return { ...about, code: 'column_count', ...subject };
}

function qualifierOf(node: SyntaxNode | undefined): string {
  return nameOf(node).split('.').slice(0, -1).join('.');
}

const TARGETS: Readonly<Record<string, string>> = {
  ColumnRef: 'column',
  ResTarget: 'column',
  IndexElem: 'column',
  RangeVar: 'table',
  RangeSubselect: 'alias',
  CommonTableExpr: 'alias',
  FuncCall: 'function',
  A_Expr: 'operator',
  TypeCast: 'type',
  TypeName: 'type',
  ParamRef: 'parameter',
  CollateClause: 'collation',
  infer: 'constraint',
};

export function subjectOf(node: SyntaxNode | undefined): { target: string; name: string } {
  if (node === undefined || STATEMENTS.has(node.kind)) return { target: 'statement', name: '' };
  return { target: TARGETS[node.kind] ?? 'expression', name: nameOf(node) };
}

const LISTS: Readonly<Record<string, string>> = {
  ColumnRef: 'fields',
  FuncCall: 'funcname',
  A_Expr: 'name',
  TypeName: 'names',
  CollateClause: 'collname',
};
const STRINGS: Readonly<Record<string, string>> = {
  ResTarget: 'name',
  IndexElem: 'name',
  WindowDef: 'name',
  CommonTableExpr: 'ctename',
  infer: 'conname',
};

/** The name of a node as it is written, without quotes. */
export function nameOf(node: SyntaxNode | undefined): string {
  if (node === undefined) return '';
  const { kind, members } = node;
  const list = LISTS[kind];
  if (list !== undefined) {
    const names = namesIn(members[list]);
    // `int` is `pg_catalog.int4` in the tree.
    return (kind === 'TypeName' && names[0] === 'pg_catalog' ? names.slice(1) : names).join('.');
  }
  if (kind === 'RangeVar') {
    return [members['schemaname'], members['relname']].filter(Boolean).join('.');
  }
  if (kind === 'ParamRef') return `$${String(members['number'])}`;
  if (kind === 'TypeCast') return nameOf(node.children.find(({ role }) => role === 'typeName'));
  const alias = members['alias'] as { aliasname?: string } | undefined;
  const name = members[STRINGS[kind] ?? ''] ?? alias?.aliasname;
  return typeof name === 'string' ? name : '';
}

export function schemaOf(node: SyntaxNode | undefined): string | undefined {
  const schema = node?.members['schemaname'];
  return typeof schema === 'string' ? schema : undefined;
}

export const functionName = (node: SyntaxNode | undefined): string =>
  namesIn(node?.members['funcname']).at(-1) ?? '';
