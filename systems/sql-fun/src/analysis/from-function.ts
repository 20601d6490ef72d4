import type { JsonTable, Node, RangeFunction, RangeTableFunc } from 'libpg-query';
import type { PgType } from '../pg/index.js';
import { checkAliases, renamed } from './aliases.js';
import type { Analyzer } from './analyzer.js';
import { builtIn } from './built-in.js';
import { ColumnList } from './column-list.js';
import { functionColumns, outputName, resolveType, typeOf } from './expressions/index.js';
import type { Output } from './model.js';
import { firstLocation, names } from './node.js';
import type { QueryScope } from './query-scope.js';
import { ListSource } from './source.js';

/** Functions in FROM: `f(x) AS t`, `ROWS FROM (f(x), g(y)) WITH ORDINALITY`. They see what stands before them. */
export function fromFunction(
  range: RangeFunction,
  scope: QueryScope,
  analyzer: Analyzer,
): ListSource {
  const { session } = scope;
  const alias = range.alias?.aliasname;
  const calls = (range.functions ?? []).map(callOf);
  const outputs: Output[] = [];
  let open = false;
  let rowType: PgType | 'unknown' | undefined;
  for (const { call, definitions } of calls) {
    const options = {
      alias: calls.length === 1 ? alias : undefined,
      definitions: definitions ?? range.coldeflist,
    };
    const columns = scope.inFrom(true, () =>
      functionColumns(call, options, scope, session, analyzer),
    );
    outputs.push(...columns.outputs);
    open ||= !columns.complete;
    rowType = columns.rowType;
  }
  if (open) rowType = 'unknown';
  else if (calls.length > 1 || range.ordinality) rowType = undefined;
  if (range.ordinality) {
    outputs.push({ name: 'ordinality', type: builtIn('int8', session), typmod: -1 });
  }
  const [first] = calls;
  const name = alias ?? (first ? outputName(first.call) : '');
  const aliases = names(range.alias?.colnames);
  const location = firstLocation(range.functions);
  checkAliases(aliases, { name, columns: outputs.length, open, location }, session);
  const list = new ColumnList(renamed(outputs, aliases), open);
  return new ListSource(list, { name, aliased: true, ...(rowType && { rowType }) });
}

/** The parser pairs each function with its column definition list, which may be empty. */
function callOf(node: Node): { call: Node; definitions: readonly Node[] | undefined } {
  const [call, list] = 'List' in node ? (node.List.items ?? []) : [];
  const definitions = list && 'List' in list ? list.List.items : undefined;
  return { call: call ?? node, definitions };
}

/** XMLTABLE. */
export function fromXmlTable(
  range: RangeTableFunc,
  scope: QueryScope,
  analyzer: Analyzer,
): ListSource {
  const { session } = scope;
  const check = (node: Node | undefined) => node && typeOf(node, scope, session, analyzer);
  const outputs = scope.inFrom(true, () => {
    check(range.rowexpr);
    check(range.docexpr);
    for (const node of range.namespaces ?? [])
      check('ResTarget' in node ? node.ResTarget.val : node);
    return (range.columns ?? []).flatMap((node): Output[] => {
      if (!('RangeTableFuncCol' in node)) return [];
      const {
        colname: name = '',
        typeName,
        for_ordinality,
        colexpr,
        coldefexpr,
      } = node.RangeTableFuncCol;
      check(colexpr);
      check(coldefexpr);
      if (for_ordinality) return [{ name, type: builtIn('int4', session), typmod: -1 }];
      const use = typeName && resolveType(typeName, session);
      return [{ name, type: use?.type, typmod: use?.typmod ?? -1 }];
    });
  });
  return tableFunction(outputs, range.alias, 'xmltable');
}

/** JSON_TABLE. */
export function fromJsonTable(range: JsonTable, scope: QueryScope, analyzer: Analyzer): ListSource {
  const { session } = scope;
  scope.inFrom(true, () => {
    const item = range.context_item?.raw_expr;
    if (item) typeOf(item, scope, session, analyzer);
    for (const node of range.passing ?? []) {
      const value = 'JsonArgument' in node ? node.JsonArgument.val?.raw_expr : undefined;
      if (value) typeOf(value, scope, session, analyzer);
    }
  });
  return tableFunction(jsonColumns(range.columns, scope), range.alias, 'json_table');
}

/** Those of nested paths come after the others. */
function jsonColumns(columns: readonly Node[] | undefined, scope: QueryScope): Output[] {
  const { session } = scope;
  const own: Output[] = [];
  const within: Output[] = [];
  for (const node of columns ?? []) {
    if (!('JsonTableColumn' in node)) continue;
    const { coltype, name = '', typeName, columns: nested } = node.JsonTableColumn;
    if (coltype === 'JTC_NESTED') {
      within.push(...session.deeper(() => jsonColumns(nested, scope)));
      continue;
    }
    const plain = { JTC_FOR_ORDINALITY: 'int4', JTC_EXISTS: 'bool' }[coltype as string];
    const use = typeName && resolveType(typeName, session);
    const type = use?.type ?? (plain && !typeName ? builtIn(plain, session) : undefined);
    own.push({ name, type, typmod: use?.typmod ?? -1 });
  }
  return [...own, ...within];
}

function tableFunction(
  outputs: readonly Output[],
  alias: RangeTableFunc['alias'],
  name: string,
): ListSource {
  const list = new ColumnList(renamed(outputs, names(alias?.colnames)));
  return new ListSource(list, { name: alias?.aliasname ?? name, aliased: true });
}
