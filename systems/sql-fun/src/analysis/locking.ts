import type { SelectStmt } from 'libpg-query';
import { closest } from '../text/index.js';
import { firstAggregate, hasWindow } from './aggregates.js';
import { meant } from './name-problems.js';
import { locationOf } from './node.js';
import type { QueryScope } from './query-scope.js';

/** FOR UPDATE OF names what is in FROM of the same query, and every row of the result is one of a table. */
export function checkLocking(select: SelectStmt, scope: QueryScope): void {
  const { lockingClause = [] } = select;
  if (lockingClause.length === 0) return;
  const other = notOfTables(select, scope);
  if (other !== undefined) {
    const message = `Rows cannot be locked (FOR UPDATE) where a query has ${other}: they are not those of a table.`;
    scope.session.report({ code: 'misplaced', target: 'sql', name: 'FOR UPDATE', message });
    return;
  }
  const known = scope.items.flatMap(({ byName, source }) =>
    byName && source.name !== undefined ? [source.name] : [],
  );
  for (const node of lockingClause) {
    if (!('LockingClause' in node)) continue;
    for (const locked of node.LockingClause.lockedRels ?? []) {
      if (!('RangeVar' in locked)) continue;
      const { relname: name = '' } = locked.RangeVar;
      if (known.includes(name)) continue;
      scope.session.report({
        code: 'not_found',
        target: 'alias',
        name,
        message: `Nothing in FROM is called ${name}.`,
        ...meant(closest(name, known)),
        location: locationOf(locked.RangeVar),
      });
    }
  }
}

function notOfTables(select: SelectStmt, scope: QueryScope): string | undefined {
  const { op, valuesLists, distinctClause, groupClause, havingClause } = select;
  if (op !== undefined && op !== 'SETOP_NONE') return 'UNION, INTERSECT or EXCEPT';
  if (valuesLists) return 'VALUES';
  if (distinctClause) return 'DISTINCT';
  if (groupClause) return 'GROUP BY';
  if (havingClause) return 'HAVING';
  const computed = [select.targetList, select.sortClause];
  if (firstAggregate(computed, scope)) return 'aggregates';
  return hasWindow(computed) ? 'window functions' : undefined;
}
