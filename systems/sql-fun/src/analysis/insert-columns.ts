import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Node, ResTarget } from 'libpg-query';
import { checkTwice, writtenColumn, type DmlTarget } from './dml-target.js';
import type { Output } from './model.js';
import { locationOf } from './node.js';
import type { QueryScope } from './query-scope.js';

/** A column that INSERT gives values to. */
export interface InsertColumn {
  readonly name: string;
  /** Undefined where it is not there. */
  readonly column: Output | undefined;
  readonly place: ResTarget;
  readonly location: number | undefined;
}

export interface InsertColumns {
  readonly list: readonly InsertColumn[];
  /** They are written, so that there has to be a value for each. */
  readonly explicit: boolean;
  /** There may be others. */
  readonly open: boolean;
}

/** The columns of INSERT: those that are listed, or the first ones of the table, for so many values. */
export function insertColumns(
  cols: readonly Node[] | undefined,
  values: number,
  target: DmlTarget,
  scope: QueryScope,
): InsertColumns {
  if (!cols) return firstColumns(values, target, scope);
  const seen = new Set<string>();
  const list = cols.flatMap((node): InsertColumn[] => {
    if (!('ResTarget' in node)) return [];
    const place = node.ResTarget;
    const { name = '', indirection } = place;
    const location = locationOf(place);
    const column = writtenColumn(target, name, location, scope);
    if (!indirection) checkTwice(seen, name, location, scope);
    return [{ name, column, place, location }];
  });
  return { list, explicit: true, open: false };
}

function firstColumns(values: number, target: DmlTarget, scope: QueryScope): InsertColumns {
  const { source, name, relation } = target;
  // How many values fit would tell how many columns are hidden.
  if (source.hides) throw sqlFun.MCP_NOT_ALLOWED({ target: 'column', name: `${name}.*` });
  const list = source.list.columns.map((column, i): InsertColumn => {
    if (relation && i < values) scope.session.write(relation, column.column ?? column.name);
    return { name: column.name, column, place: {}, location: undefined };
  });
  return { list, explicit: false, open: source.open };
}
