import type { Node, SelectStmt } from 'libpg-query';
import { refuseAggregates } from './aggregates.js';
import type { Analyzer } from './analyzer.js';
import { readItem } from './clause-items.js';
import { ColumnList } from './column-list.js';
import { commonOf, typeOf } from './expressions/index.js';
import { itemOf } from './items.js';
import type { Output } from './model.js';
import { firstLocation, whereOf } from './node.js';
import type { QueryScope } from './query-scope.js';
import type { Rows } from './rows.js';
import { ListSource } from './source.js';

/** The expressions of each row of VALUES. */
export function valueLists(select: SelectStmt): readonly (readonly Node[])[] {
  return (select.valuesLists ?? []).map((node) => ('List' in node ? (node.List.items ?? []) : []));
}

/** The columns of VALUES: `column1`, `column2`. */
export function valuesRows(select: SelectStmt, scope: QueryScope, analyzer: Analyzer): Rows {
  const { session } = scope;
  const lists = valueLists(select);
  const typed = lists.map((list) => list.map((node) => typeOf(node, scope, session, analyzer)));
  refuseAggregates(select.valuesLists, 'VALUES', scope);
  const [first = []] = typed;
  if (!checkLengths(lists, scope)) return { outputs: [], open: true };
  const where = whereOf('VALUES', select.valuesLists);
  const outputs = first.map((_, i): Output => {
    const { type, typmod } = commonOf(
      typed.map((row) => row[i]!),
      session,
      where,
    );
    return { name: `column${i + 1}`, type, typmod };
  });
  const source = new ListSource(new ColumnList(outputs), { name: '*VALUES*' });
  scope.items = [itemOf(source)];
  const targets = { list: source.refs().map((ref) => ({ output: ref.column, ref })), open: false };
  for (const node of select.sortClause ?? []) {
    const sorted = 'SortBy' in node ? node.SortBy.node : undefined;
    if (sorted) readItem(sorted, 'ORDER BY', targets, scope, analyzer);
  }
  return { outputs, open: false };
}

/** All rows have as many values as the first. */
export function checkLengths(lists: readonly (readonly Node[])[], scope: QueryScope): boolean {
  const [first = []] = lists;
  const wrong = lists.find((list) => list.length !== first.length);
  if (!wrong) return true;
  const message = `All rows of VALUES need the same number of values: the first has ${first.length}, another has ${wrong.length}.`;
  const location = firstLocation(wrong);
  const target = 'sql';
  scope.session.report({ code: 'column_count', target, name: 'VALUES', message, location });
  return false;
}
