import type { CommonTableExpr, Node } from 'libpg-query';
import type { Analyzer } from './analyzer.js';
import { builtIn, withoutUnknowns } from './built-in.js';
import { typeOf } from './expressions/index.js';
import type { Output } from './model.js';
import { QueryScope } from './query-scope.js';
import type { StatementSession } from './session.js';

/** The columns that SEARCH and CYCLE add to a query of a WITH clause. */
export function searchColumns(
  definition: CommonTableExpr,
  within: { readonly session: StatementSession; readonly analyzer: Analyzer },
): readonly Output[] {
  const { session } = within;
  const { search_clause: search, cycle_clause: cycle } = definition;
  const columns: Output[] = [];
  const add = (name: string | undefined, type: string) => {
    columns.push({ name: name ?? '', type: builtIn(type, session), typmod: -1 });
  };
  if (search) add(search.search_seq_column, search.search_breadth_first ? 'record' : '_record');
  if (cycle) {
    columns.push(mark(cycle.cycle_mark_column, cycle.cycle_mark_value, within));
    add(cycle.cycle_path_column, '_record');
  }
  return columns;
}

function mark(
  name = '',
  value: Node | undefined,
  { session, analyzer }: { readonly session: StatementSession; readonly analyzer: Analyzer },
): Output {
  if (!value) return { name, type: builtIn('bool', session), typmod: -1 };
  const typed = typeOf(value, new QueryScope(session, undefined), session, analyzer);
  const { outputs } = withoutUnknowns({ outputs: [{ ...typed, name }], open: false }, session);
  return outputs[0]!;
}
