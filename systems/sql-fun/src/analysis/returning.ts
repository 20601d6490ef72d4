import type { ReturningClause, ReturningOption } from 'libpg-query';
import { refuseAggregates } from './aggregates.js';
import type { Analyzer } from './analyzer.js';
import type { DmlTarget } from './dml-target.js';
import { checkNames, itemOf } from './items.js';
import type { QueryScope } from './query-scope.js';
import { sourceOf } from './resolve.js';
import { NO_ROWS, type Rows } from './rows.js';
import { readTargets, rowsOf } from './targets.js';

/** Reads RETURNING, which also knows the row as it was and as it is now: `old` and `new`. */
export function readReturning(
  clause: ReturningClause | undefined,
  target: DmlTarget,
  scope: QueryScope,
  analyzer: Analyzer,
): Rows {
  if (!clause) return NO_ROWS;
  let items = scope.items;
  for (const { name, option } of versions(clause, scope)) {
    const version = itemOf(target.source.under(name), { bare: false });
    checkNames(items, [version], option, scope.session);
    items = [...items, version];
  }
  return scope.seeing(items, () => {
    const targets = readTargets(clause.exprs, scope, analyzer);
    refuseAggregates(clause.exprs, 'RETURNING', scope);
    return rowsOf(targets);
  });
}

interface Version {
  readonly name: string;
  readonly option?: ReturningOption;
}

/** The names that WITH (OLD AS …) gives, or the usual ones where they do not mean something else. */
function versions({ options = [] }: ReturningClause, scope: QueryScope): readonly Version[] {
  const given = options.flatMap((node) =>
    'ReturningOption' in node ? [node.ReturningOption] : [],
  );
  return (['OLD', 'NEW'] as const).flatMap((version): readonly Version[] => {
    const option = given.find((each) => each.option === `RETURNING_OPTION_${version}`);
    if (option?.value !== undefined) return [{ name: option.value, option }];
    const name = version.toLowerCase();
    return sourceOf(scope, [name]).kind === 'no_source' ? [{ name }] : [];
  });
}
