import type { Node } from 'libpg-query';
import { tagOf } from './node.js';

const KINDS: Readonly<Record<string, string>> = {
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
  MergeStmt: 'merge',
  CreateStmt: 'create table',
  CreateForeignTableStmt: 'create foreign table',
  ViewStmt: 'create view',
  IndexStmt: 'create index',
  CreateSeqStmt: 'create sequence',
  CreateTrigStmt: 'create trigger',
  CreateEnumStmt: 'create type',
  CompositeTypeStmt: 'create type',
  RefreshMatViewStmt: 'refresh materialized view',
  VariableSetStmt: 'set',
  VariableShowStmt: 'show',
  DeclareCursorStmt: 'declare cursor',
  TransactionStmt: 'transaction',
};

const OBJECTS: Readonly<Record<string, string>> = {
  OBJECT_TABLE: 'table',
  OBJECT_VIEW: 'view',
  OBJECT_MATVIEW: 'materialized view',
  OBJECT_FOREIGN_TABLE: 'foreign table',
  OBJECT_SEQUENCE: 'sequence',
  OBJECT_INDEX: 'index',
  OBJECT_COLUMN: 'column',
};

/** What kind of statement it is, in the words of SQL: `select`, `create view`. */
export function statementKind(node: Node): string {
  if ('SelectStmt' in node) return node.SelectStmt.valuesLists ? 'values' : 'select';
  if ('CreateTableAsStmt' in node) return `create ${object(node.CreateTableAsStmt.objtype)}`;
  if ('DropStmt' in node) return `drop ${object(node.DropStmt.removeType)}`;
  if ('AlterTableStmt' in node) return `alter ${object(node.AlterTableStmt.objtype)}`;
  if ('RenameStmt' in node) return `alter ${object(node.RenameStmt.renameType)}`;
  const tag = tagOf(node);
  return KINDS[tag] ?? wordsOf(tag);
}

function object(type: string | undefined): string {
  return OBJECTS[type ?? ''] ?? wordsOf((type ?? '').replace(/^OBJECT_/, ''));
}

/** `CreateRoleStmt` is `create role`. */
function wordsOf(tag: string): string {
  return tag
    .replace(/Stmt$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
