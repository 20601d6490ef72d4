import type { Node } from 'libpg-query';
import type { NodeOf } from '../ast.js';
import type { Draft } from '../draft/draft.js';
import type { StatementSource } from '../reading/statement-source.js';
import { alterTable } from './alter-table.js';
import { commentOn } from './comment.js';
import { createIndex } from './create-index.js';
import { createCast, createOperator } from './create-operator.js';
import { createAggregate, createFunction } from './create-routine.js';
import { createTable, makeTable } from './create-table.js';
import {
  alterEnum,
  createBase,
  createComposite,
  createDomain,
  createEnum,
  createRange,
} from './create-type.js';
import { createTableAs, createView, selectInto } from './create-view.js';
import { drop } from './drop.js';
import { renameThing, setSchema } from './rename.js';
import { alterSequence, createSequence } from './sequences.js';
import { createExtension, createSchema, setConfig, setVariable } from './settings.js';

type Kind = Node extends infer N ? (N extends unknown ? keyof N : never) : never;

type Readers = {
  readonly [K in Kind]?: (stmt: NodeOf<K>, draft: Draft, source: StatementSource) => void;
};

const READERS: Readers = {
  AlterEnumStmt: alterEnum,
  AlterObjectSchemaStmt: setSchema,
  AlterSeqStmt: alterSequence,
  AlterTableStmt: alterTable,
  CommentStmt: commentOn,
  CompositeTypeStmt: createComposite,
  CreateCastStmt: createCast,
  CreateDomainStmt: createDomain,
  CreateEnumStmt: createEnum,
  CreateExtensionStmt: createExtension,
  CreateForeignTableStmt: ({ base = {} }, draft, source) =>
    makeTable(draft, base, 'foreign_table', source),
  CreateFunctionStmt: createFunction,
  CreateRangeStmt: createRange,
  CreateSchemaStmt: (stmt, draft, source) => {
    const before = draft.path;
    draft.path = [createSchema(stmt, draft), ...before];
    for (const element of stmt.schemaElts ?? []) applyStatement(element, draft, source);
    draft.path = before;
  },
  CreateSeqStmt: createSequence,
  CreateStmt: createTable,
  CreateTableAsStmt: createTableAs,
  DefineStmt: (stmt, draft) => {
    if (stmt.kind === 'OBJECT_TYPE') createBase(stmt, draft);
    else if (stmt.kind === 'OBJECT_AGGREGATE') createAggregate(stmt, draft);
    else if (stmt.kind === 'OBJECT_OPERATOR') createOperator(stmt, draft);
  },
  DropStmt: drop,
  IndexStmt: createIndex,
  RenameStmt: renameThing,
  SelectStmt: (stmt, draft) => {
    selectInto(stmt, draft);
    setConfig(stmt, draft);
  },
  VariableSetStmt: setVariable,
  ViewStmt: createView,
};

/** Does to the draft what a statement says; statements that say nothing about the model are passed over. */
export function applyStatement(node: Node, draft: Draft, source: StatementSource): void {
  const [kind] = Object.keys(node);
  if (kind === undefined || !Object.hasOwn(READERS, kind)) return;
  const read = READERS[kind as Kind] as (stmt: unknown, draft: Draft, source: unknown) => void;
  read((node as unknown as Record<string, unknown>)[kind], draft, source);
}
