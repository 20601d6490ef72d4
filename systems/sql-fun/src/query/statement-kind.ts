import type { RawStatement } from './syntax.js';

const KINDS: Readonly<Record<string, string>> = {
  CreateStmt: 'create table',
  ViewStmt: 'create view',
  IndexStmt: 'create index',
  CreateSeqStmt: 'create sequence',
  CreateTrigStmt: 'create trigger',
  CreateEnumStmt: 'create type',
  CompositeTypeStmt: 'create type',
  RefreshMatViewStmt: 'refresh materialized view',
  VariableSetStmt: 'set',
  VariableShowStmt: 'show',
};

const OBJECTS: Readonly<Record<string, string>> = { OBJECT_MATVIEW: 'materialized view' };

/** The member that says which kind of object a statement is about. */
const OBJECT_MEMBERS: Readonly<Record<string, readonly [verb: string, member: string]>> = {
  CreateTableAsStmt: ['create', 'objtype'],
  DropStmt: ['drop', 'removeType'],
  AlterTableStmt: ['alter', 'objtype'],
  RenameStmt: ['alter', 'renameType'],
};

/** What kind of statement it is, in the words of SQL: `select`, `create view`. */
export function statementKind({ kind, members }: RawStatement): string {
  if (kind === 'SelectStmt') return members['valuesLists'] === undefined ? 'select' : 'values';
  const [verb, member] = OBJECT_MEMBERS[kind] ?? [];
  if (member === undefined) return KINDS[kind] ?? wordsOf(kind);
  const type = String(members[member] ?? '');
  return `${verb} ${OBJECTS[type] ?? wordsOf(type.replace(/^OBJECT_/, ''))}`;
}

/** `CreateRoleStmt` is `create role`. */
function wordsOf(tag: string): string {
  return tag
    .replace(/Stmt$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
