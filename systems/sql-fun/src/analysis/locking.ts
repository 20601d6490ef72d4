import type { SelectStmt } from 'libpg-query';
import { closest } from '../text/index.js';
import { meant } from './name-problems.js';
import { locationOf } from './node.js';
import type { QueryScope } from './query-scope.js';

/** FOR UPDATE OF names what is in FROM of the same query. */
export function checkLocking({ lockingClause = [] }: SelectStmt, scope: QueryScope): void {
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
