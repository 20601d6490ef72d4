import type { Node } from 'libpg-query';
import type { PgType } from '../pg/index.js';
import type { Relation } from '../schema/index.js';
import type { Analyzer, Surroundings } from './analyzer.js';
import { withoutUnknowns } from './built-in.js';
import type { ColumnList } from './column-list.js';
import { insertRows } from './insert.js';
import { mergeRows } from './merge.js';
import type { Output } from './model.js';
import { QueryScope } from './query-scope.js';
import { refuseHiddenRow } from './refuse-hidden-row.js';
import { relationColumns } from './relation-columns.js';
import { UNKNOWN_ROWS, type Rows } from './rows.js';
import { selectRows } from './select.js';
import { StatementSession } from './session.js';
import { deleteRows, updateRows } from './update.js';
import { viewRows } from './view-rows.js';

/** The analysis, put together. */
export const analyzer: Analyzer = { query, columnsOf, subquery, fields };

/** A query within a query takes this many times the stack of an expression within an expression. */
const QUERY_LEVELS = 3;

function query(node: Node, within: Surroundings): Rows {
  return within.session.deeper(() => {
    if ('SelectStmt' in node) return selectRows(node.SelectStmt, within, analyzer);
    if ('InsertStmt' in node) return insertRows(node.InsertStmt, within, analyzer);
    if ('UpdateStmt' in node) return updateRows(node.UpdateStmt, within, analyzer);
    if ('DeleteStmt' in node) return deleteRows(node.DeleteStmt, within, analyzer);
    if ('MergeStmt' in node) return mergeRows(node.MergeStmt, within, analyzer);
    return UNKNOWN_ROWS;
  }, QUERY_LEVELS);
}

function subquery(select: Node, scope: unknown, session: unknown): readonly Output[] {
  if (!(scope instanceof QueryScope) || !(session instanceof StatementSession)) {
    throw new TypeError('A subquery belongs to the scope and the session of its statement');
  }
  const within = { session, outer: scope, ctes: scope.ctes };
  const rows = session.barred('a subquery', () => query(select, within));
  const { outputs, open } = withoutUnknowns(rows, session);
  session.subqueries.set(select, outputs);
  return open && outputs.length === 0 ? [UNKNOWN] : outputs;
}

const UNKNOWN: Output = { name: '?column?', type: undefined, typmod: -1 };

function columnsOf(relation: Relation, session: StatementSession): ColumnList {
  return relationColumns(relation, session.exposure, (view) => viewRows(view, session, analyzer));
}

function fields(type: PgType, session: unknown): readonly Output[] | undefined {
  if (!(session instanceof StatementSession)) return type.fields;
  refuseHiddenRow(type, session);
  if (type.fields) return type.fields;
  const relation = session.schema.namespaces.get(type.schema)?.relations.get(type.name);
  if (relation?.rowType !== type) return undefined;
  const { columns, open } = columnsOf(relation, session);
  return open ? undefined : columns;
}
