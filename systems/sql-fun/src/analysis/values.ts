import type { Node, SelectStmt } from 'libpg-query';
import { refuseAggregates } from './aggregates.js';
import type { Analyzer } from './analyzer.js';
import { readItem } from './clause-items.js';
import { ColumnList } from './column-list.js';
import { commonOf, valuesOf } from './expressions/index.js';
import { itemOf } from './items.js';
import type { Output, Typed } from './model.js';
import { firstLocation } from './node.js';
import type { QueryScope } from './query-scope.js';
import type { Rows } from './rows.js';
import { ListSource } from './source.js';

/** The expressions of each row of VALUES. */
export function valueLists(select: SelectStmt): readonly (readonly Node[])[] {
  return (select.valuesLists ?? []).map((node) => ('List' in node ? (node.List.items ?? []) : []));
}

/** A value of VALUES and the expression that it comes from: a star stands for several. */
interface Value {
  readonly node: Node;
  readonly typed: Typed;
}

/** The columns of VALUES: `column1`, `column2`. */
export function valuesRows(select: SelectStmt, scope: QueryScope, analyzer: Analyzer): Rows {
  const { session } = scope;
  const rows = valueLists(select).map((list) => rowValues(list, scope, analyzer));
  refuseAggregates(select.valuesLists, 'VALUES', scope);
  const [first = []] = rows;
  if (!checkLengths(rows, scope)) return { outputs: [], open: true };
  const outputs = first.map((_, i): Output => {
    const at = (row: number) => firstLocation(rows[row]?.[i]?.node);
    const { type, typmod } = commonOf(
      rows.map((row) => row[i]!.typed),
      session,
      { name: 'VALUES', target: 'sql', at },
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
  const at = (index: number) => firstLocation(first[index]?.node);
  return { outputs, open: false, at };
}

/** The values of one row. */
export function rowValues(
  list: readonly Node[],
  scope: QueryScope,
  analyzer: Analyzer,
): readonly Value[] {
  return list.flatMap((node) =>
    valuesOf(node, scope, scope.session, analyzer).map((typed) => ({ node, typed })),
  );
}

/** All rows have as many values as the first. */
function checkLengths(rows: readonly (readonly Value[])[], scope: QueryScope): boolean {
  const [first = []] = rows;
  const wrong = rows.find((row) => row.length !== first.length);
  if (!wrong) return true;
  const message = `All rows of VALUES need the same number of values: the first has ${first.length}, another has ${wrong.length}.`;
  const location = firstLocation(wrong.map(({ node }) => node));
  const target = 'sql';
  scope.session.report({ code: 'column_count', target, name: 'VALUES', message, location });
  return false;
}
