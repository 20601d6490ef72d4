import type { ReturningClause } from 'libpg-query';
import { refuseAggregates } from './aggregates.js';
import type { Analyzer } from './analyzer.js';
import type { DmlTarget } from './dml-target.js';
import { itemOf } from './items.js';
import type { QueryScope } from './query-scope.js';
import { sourceOf } from './resolve.js';
import { NO_ROWS, type Rows } from './rows.js';
import { ListSource } from './source.js';
import { readTargets, rowsOf } from './targets.js';

/** Reads RETURNING, which also knows the row as it was and as it is now: `old` and `new`. */
export function readReturning(
  clause: ReturningClause | undefined,
  target: DmlTarget,
  scope: QueryScope,
  analyzer: Analyzer,
): Rows {
  if (!clause) return NO_ROWS;
  const versions = versionNames(clause, scope).map((name) => {
    const { source } = target;
    const { relation, rowType, hides, list } = source;
    const info = {
      name,
      aliased: true,
      hides,
      ...(relation && { relation }),
      ...(rowType && { rowType }),
    };
    return itemOf(new ListSource(list, info), { bare: false });
  });
  return scope.seeing([...scope.items, ...versions], () => {
    const targets = readTargets(clause.exprs, scope, analyzer);
    refuseAggregates(clause.exprs, 'RETURNING', scope);
    return rowsOf(targets);
  });
}

/** The names that WITH (OLD AS …) gives, or the usual ones where they do not mean something else. */
function versionNames({ options = [] }: ReturningClause, scope: QueryScope): readonly string[] {
  const found: { old?: string; new?: string } = {};
  for (const node of options) {
    if (!('ReturningOption' in node)) continue;
    const { option, value } = node.ReturningOption;
    if (value !== undefined) found[option === 'RETURNING_OPTION_NEW' ? 'new' : 'old'] = value;
  }
  return (['old', 'new'] as const).flatMap((version) => {
    const given = found[version];
    if (given !== undefined) return [given];
    return sourceOf(scope, [version]).kind === 'no_source' ? [version] : [];
  });
}
