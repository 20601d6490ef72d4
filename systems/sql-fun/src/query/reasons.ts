import type { PgError } from '../engine/index.js';
import { namesIn, type SyntaxNode } from './syntax.js';

/** What is wrong with a statement, by the names of the catalog. */
export type ProblemReason =
  | 'INVALID_SQL'
  | 'WRONG_TYPE'
  | 'AMBIGUOUS_NAME'
  | 'INVALID_LOGIC'
  | 'TABLE_NOT_FOUND'
  | 'COLUMN_NOT_FOUND'
  | 'SCHEMA_NOT_FOUND'
  | 'NOT_FOUND'
  /** −32030: none of the others. */
  | 'MISSING_PARAMETER';

export interface About {
  readonly reason: ProblemReason;
  readonly target: string;
  readonly name: string;
}

/** What the catalog knows of names; asked where SQLSTATE alone does not decide. */
export interface KnownNames {
  hasSchema(name: string): boolean;
  /** Whether there is any function of this name. */
  hasFunction(name: string): boolean;
}

/** By SQLSTATE: every one that PostgreSQL raises while it analyses a statement. */
const REASONS: Readonly<Record<string, ProblemReason>> = {
  '42601': 'INVALID_SQL', // syntax error
  '42602': 'INVALID_SQL', // invalid name
  '42622': 'INVALID_SQL', // name too long
  '42939': 'INVALID_SQL', // reserved name
  '54001': 'INVALID_SQL', // statement too complex
  '54011': 'INVALID_SQL', // too many columns
  '54023': 'INVALID_SQL', // too many arguments
  '0A000': 'INVALID_SQL', // not supported
  '42804': 'WRONG_TYPE', // datatype mismatch
  '42846': 'WRONG_TYPE', // cannot coerce
  '42883': 'WRONG_TYPE', // no such function or operator: see below
  '42P18': 'WRONG_TYPE', // indeterminate datatype
  '42P21': 'WRONG_TYPE', // collation mismatch
  '42P22': 'WRONG_TYPE', // indeterminate collation
  '22P02': 'WRONG_TYPE', // invalid text representation
  '22007': 'WRONG_TYPE', // invalid datetime
  '22008': 'WRONG_TYPE', // datetime out of range
  '22003': 'WRONG_TYPE', // number out of range
  '22023': 'WRONG_TYPE', // invalid parameter value
  '42702': 'AMBIGUOUS_NAME', // column
  '42725': 'AMBIGUOUS_NAME', // function or operator
  '42P08': 'AMBIGUOUS_NAME', // parameter
  '42P09': 'AMBIGUOUS_NAME', // alias
  '42712': 'AMBIGUOUS_NAME', // alias twice
  '42803': 'INVALID_LOGIC', // grouping
  '42P20': 'INVALID_LOGIC', // windowing
  '42P19': 'INVALID_LOGIC', // recursion
  '42P10': 'INVALID_LOGIC', // column reference, such as ORDER BY 7
  '42P13': 'INVALID_LOGIC', // function definition
  '42611': 'INVALID_LOGIC', // column definition
  '42701': 'INVALID_LOGIC', // column twice
  '42809': 'INVALID_LOGIC', // wrong kind of object
  '428C9': 'INVALID_LOGIC', // generated column
  '42P17': 'INVALID_LOGIC', // object definition
  '55000': 'INVALID_LOGIC', // object not in the right state
  '42P01': 'TABLE_NOT_FOUND',
  '42703': 'COLUMN_NOT_FOUND',
  '3F000': 'SCHEMA_NOT_FOUND',
  '42704': 'NOT_FOUND', // type, collation, constraint, role
  '42P02': 'NOT_FOUND', // parameter
};

/** What an error is about. Names come from the statement, never from the words of the error. */
export function aboutOf(error: PgError, node: SyntaxNode | undefined, names: KnownNames): About {
  const reason = REASONS[error.code] ?? 'MISSING_PARAMETER';
  const { target, name } = subjectOf(node);
  if (reason === 'TABLE_NOT_FOUND') {
    const schema = node?.members['schemaname'];
    if (typeof schema === 'string' && !names.hasSchema(schema)) {
      return { reason: 'SCHEMA_NOT_FOUND', target: 'schema', name: schema };
    }
    return { reason, target: 'table', name };
  }
  if (reason === 'COLUMN_NOT_FOUND') return { reason, target: 'column', name };
  if (error.code === '42883' && target === 'function' && !names.hasFunction(lastOf(node))) {
    return { reason: 'NOT_FOUND', target, name };
  }
  return { reason, target, name };
}

const TARGETS: Readonly<Record<string, string>> = {
  ColumnRef: 'column',
  ResTarget: 'column',
  RangeVar: 'table',
  relation: 'table',
  FuncCall: 'function',
  A_Expr: 'operator',
  TypeCast: 'type',
  typeName: 'type',
  TypeName: 'type',
  ParamRef: 'parameter',
  CollateClause: 'collation',
};

function subjectOf(node: SyntaxNode | undefined): { target: string; name: string } {
  if (node === undefined) return { target: 'statement', name: '' };
  const target = TARGETS[node.kind] ?? 'expression';
  return { target, name: nameOf(node) };
}

function nameOf({ kind, members }: SyntaxNode): string {
  switch (kind) {
    case 'ColumnRef':
      return namesIn(members['fields']).join('.');
    case 'RangeVar':
    case 'relation':
      return [members['schemaname'], members['relname']].filter(Boolean).join('.');
    case 'FuncCall':
      return namesIn(members['funcname']).join('.');
    case 'A_Expr':
      return namesIn(members['name']).join('.');
    case 'typeName':
    case 'TypeName':
      return namesIn(members['names']).join('.');
    case 'CollateClause':
      return namesIn(members['collname']).join('.');
    case 'ParamRef':
      return `$${String(members['number'])}`;
    case 'ResTarget':
      return typeof members['name'] === 'string' ? members['name'] : '';
    default:
      return '';
  }
}

const lastOf = (node: SyntaxNode | undefined): string =>
  namesIn(node?.members['funcname']).at(-1) ?? '';
