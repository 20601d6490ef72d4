import type { InsertStmt, Node, SelectStmt } from 'libpg-query';
import type { Analyzer, Surroundings } from './analyzer.js';
import { refuseAggregates } from './aggregates.js';
import { assign } from './assignments.js';
import { readTarget, refuseGenerated, type DmlTarget } from './dml-target.js';
import { insertColumns, type InsertColumns } from './insert-columns.js';
import { itemOf } from './items.js';
import type { Typed } from './model.js';
import { firstLocation } from './node.js';
import { readConflict } from './on-conflict.js';
import { QueryScope } from './query-scope.js';
import { readReturning } from './returning.js';
import type { Rows } from './rows.js';
import { rowValues, valueLists } from './values.js';
import { readWith } from './with.js';

/** An INSERT and what it returns. */
export function insertRows(insert: InsertStmt, within: Surroundings, analyzer: Analyzer): Rows {
  const { session, outer, ctes } = within;
  const scope = new QueryScope(session, outer, ctes);
  return readWith(insert.withClause, scope, analyzer, () => {
    const target = readTarget(insert.relation!, scope, analyzer);
    const values = new InsertedValues(insert, target, scope, analyzer);
    const { selectStmt } = insert;
    if (selectStmt && 'SelectStmt' in selectStmt) values.read(selectStmt, selectStmt.SelectStmt);
    else if (insert.cols) insertColumns(insert.cols, 0, target, scope);
    scope.items = [itemOf(target.source)];
    if (insert.onConflictClause) readConflict(insert.onConflictClause, target, scope, analyzer);
    return readReturning(insert.returningClause, target, scope, analyzer);
  });
}

class InsertedValues {
  readonly #insert: InsertStmt;
  readonly #target: DmlTarget;
  readonly #scope: QueryScope;
  readonly #analyzer: Analyzer;

  constructor(insert: InsertStmt, target: DmlTarget, scope: QueryScope, analyzer: Analyzer) {
    this.#insert = insert;
    this.#target = target;
    this.#scope = scope;
    this.#analyzer = analyzer;
  }

  read(node: Node, select: SelectStmt): void {
    if (isPlainValues(select)) this.#values(select);
    else this.#query(node, select);
  }

  #values(select: SelectStmt): void {
    const scope = this.#scope;
    const lists = valueLists(select);
    const rows = lists.map((list) => rowValues(list, scope, this.#analyzer));
    const longest = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const columns = insertColumns(this.#insert.cols, longest, this.#target, scope);
    const given = new Set<number>();
    for (const row of rows) {
      const typed = row.map((value, i) => {
        if ('SetToDefault' in value.node) return undefined;
        given.add(i);
        return value.typed;
      });
      const nodes = row.map(({ node }) => node);
      this.#assign(typed, nodes, columns);
    }
    refuseAggregates(select.valuesLists, 'VALUES', scope);
    this.#refuseGenerated(columns, (i) => given.has(i));
  }

  #query(node: Node, select: SelectStmt): void {
    const { session, ctes } = this.#scope;
    const rows = this.#analyzer.query(node, { session, outer: this.#scope, ctes });
    const { cols } = this.#insert;
    const columns = insertColumns(cols, rows.outputs.length, this.#target, this.#scope);
    if (rows.open) return;
    const nodes = targetNodes(select, rows.outputs.length);
    this.#assign(rows.outputs, nodes, columns);
    this.#refuseGenerated(columns, (i) => i < rows.outputs.length);
  }

  #assign(
    typed: readonly (Typed | undefined)[],
    nodes: readonly (Node | undefined)[],
    columns: InsertColumns,
  ): void {
    this.#checkCount(typed.length, nodes, columns);
    for (const [i, value] of typed.entries()) {
      const at = columns.list[i];
      if (!value || !at?.column) continue;
      const place = { ...at.place, val: nodes[i] ?? { ResTarget: at.place } };
      assign(value, at.column, place, this.#scope, this.#analyzer);
    }
  }

  #checkCount(
    count: number,
    nodes: readonly (Node | undefined)[],
    { list, explicit, open }: InsertColumns,
  ): void {
    if (open || count === list.length || (count < list.length && !explicit)) return;
    const { name } = this.#target;
    const more = count > list.length;
    const message = `INSERT has ${count} values for ${list.length} columns of ${name}.`;
    const location = more ? firstLocation(nodes[list.length] ?? nodes[0]) : list[count]?.location;
    const { session } = this.#scope;
    session.report({ code: 'column_count', target: 'table', name, message, location });
  }

  #refuseGenerated({ list }: InsertColumns, isGiven: (index: number) => boolean): void {
    const { override } = this.#insert;
    if (override === 'OVERRIDING_USER_VALUE') return;
    const overriding = override === 'OVERRIDING_SYSTEM_VALUE';
    for (const [i, { name, location }] of list.entries()) {
      if (!isGiven(i)) continue;
      refuseGenerated(this.#target, name, { overriding, location }, this.#scope);
    }
  }
}

/** Such VALUES may have DEFAULT in them. */
function isPlainValues(select: SelectStmt): boolean {
  const { valuesLists, sortClause, limitCount, limitOffset, withClause } = select;
  return !!valuesLists && !sortClause && !limitCount && !limitOffset && !withClause;
}

/** The expressions of a SELECT list, where no star makes columns of its own. */
function targetNodes(
  { targetList = [] }: SelectStmt,
  count: number,
): readonly (Node | undefined)[] {
  if (targetList.length !== count) return targetList.slice(0, 1);
  return targetList.map((node) => ('ResTarget' in node ? node.ResTarget.val : undefined));
}
