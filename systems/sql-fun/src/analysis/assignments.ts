import type { MultiAssignRef, Node, ResTarget } from 'libpg-query';
import { elementOf, type TypeUse } from '../pg/index.js';
import type { Analyzer } from './analyzer.js';
import { checkTwice, refuseGenerated, writtenColumn, type DmlTarget } from './dml-target.js';
import { coerce, typeOf, valuesOf } from './expressions/index.js';
import type { Output, Typed } from './model.js';
import { firstLocation, locationOf, whereColumn } from './node.js';
import type { QueryScope } from './query-scope.js';

/** Reads `SET a = 1, (b, c) = (2, 3)`. */
export function readAssignments(
  nodes: readonly Node[] | undefined,
  target: DmlTarget,
  scope: QueryScope,
  analyzer: Analyzer,
): void {
  const seen = new Set<string>();
  let values: readonly (Typed | undefined)[] = [];
  for (const node of nodes ?? []) {
    if (!('ResTarget' in node) || !node.ResTarget.val) continue;
    const { name = '', indirection, val } = node.ResTarget;
    let typed: Typed | undefined;
    if ('MultiAssignRef' in val) {
      const { colno = 1 } = val.MultiAssignRef;
      if (colno === 1) values = severalValues(val.MultiAssignRef, scope, analyzer);
      typed = values[colno - 1];
    } else if (!('SetToDefault' in val)) typed = typeOf(val, scope, scope.session, analyzer);
    const location = locationOf(node.ResTarget);
    const column = writtenColumn(target, name, location, scope);
    if (!column) continue;
    if (!indirection) checkTwice(seen, name, location, scope);
    if (!typed) continue;
    refuseGenerated(target, name, { overriding: false, location }, scope);
    assign(typed, column, node.ResTarget, scope, analyzer);
  }
}

/** A value for a column, or for the part of it that is named: `a[1]`, `a.field`. */
export function assign(
  typed: Typed,
  column: Output,
  place: ResTarget,
  scope: QueryScope,
  analyzer: Analyzer,
): void {
  const use = partOf(column, place.indirection, scope, analyzer);
  if (!use) return;
  const where = whereColumn(
    column.name,
    place.indirection ? { ...place, val: [] } : (place.val ?? place),
  );
  coerce(typed, use, scope.session, 'assignment', where);
}

function partOf(
  column: Output,
  indirection: readonly Node[] | undefined,
  scope: QueryScope,
  analyzer: Analyzer,
): TypeUse | undefined {
  const { session } = scope;
  let at: Typed | undefined = column;
  let subscripted = false;
  for (const step of indirection ?? []) {
    const again = subscripted;
    subscripted = 'A_Indices' in step;
    if ('A_Indices' in step) {
      const { is_slice, lidx, uidx } = step.A_Indices;
      for (const node of [lidx, uidx]) if (node) typeOf(node, scope, session, analyzer);
      // Several subscripts are one for each dimension of the same array.
      if (is_slice || again) continue;
      const type: Typed['type'] =
        at?.type?.name === 'jsonb' ? at.type : at?.type && elementOf(at.type);
      at = type && { type, typmod: at?.typmod ?? -1 };
    } else if ('String' in step) {
      const fields: readonly Output[] | undefined = at?.type && analyzer.fields(at.type, session);
      at = fields?.find(({ name }) => name === step.String.sval);
    }
  }
  return at?.type && { type: at.type, typmod: at.typmod };
}

/** The values for several columns at once. Undefined ones are DEFAULT, or not known. */
function severalValues(
  { source, ncolumns = 0 }: MultiAssignRef,
  scope: QueryScope,
  analyzer: Analyzer,
): readonly (Typed | undefined)[] {
  const { session } = scope;
  let values: readonly (Typed | undefined)[];
  if (source && 'RowExpr' in source) {
    values = (source.RowExpr.args ?? []).flatMap((node): readonly (Typed | undefined)[] =>
      'SetToDefault' in node ? [undefined] : valuesOf(node, scope, session, analyzer),
    );
  } else if (source && 'SubLink' in source && source.SubLink.subselect) {
    values = analyzer.subquery(source.SubLink.subselect, scope, session);
  } else {
    if (source) typeOf(source, scope, session, analyzer);
    const message = 'Several columns get their values from a row or a subquery.';
    const location = firstLocation(source);
    session.report({ code: 'misplaced', target: 'sql', name: 'SET', message, location });
    return [];
  }
  if (values.length !== ncolumns) {
    const message = `${ncolumns} columns cannot get ${values.length} values.`;
    const location = firstLocation(source);
    session.report({ code: 'column_count', target: 'sql', name: 'SET', message, location });
  }
  return values;
}
