import { itemKey, targetKey, type ClauseItem } from './clause-items.js';
import { firstLocation } from './node.js';
import type { QueryScope } from './query-scope.js';
import type { Targets } from './targets.js';

/** What is sorted by has to be there after DISTINCT, and DISTINCT ON has to come first in ORDER BY. */
export function checkDistinct(
  on: readonly ClauseItem[],
  orderBy: readonly ClauseItem[],
  targets: Targets,
  scope: QueryScope,
): void {
  if (targets.open) return;
  const misplaced = (item: ClauseItem | undefined, message: string) => {
    const location = item && firstLocation(item.node);
    scope.session.report({ code: 'misplaced', target: 'sql', name: 'ORDER BY', message, location });
  };
  if (on.length === 0) {
    const shown = new Set(targets.list.map((target) => targetKey(target, scope)));
    const hidden = orderBy.find((item) => !item.target && !shown.has(itemKey(item, scope)));
    if (hidden) misplaced(hidden, 'With SELECT DISTINCT, ORDER BY can only use what is selected.');
    return;
  }
  const rest = new Set(on.map((item) => itemKey(item, scope)));
  const all = new Set(rest);
  for (const item of orderBy) {
    const key = itemKey(item, scope);
    if (!all.has(key) && rest.size > 0) {
      misplaced(item, 'ORDER BY has to begin with the expressions of DISTINCT ON.');
      return;
    }
    rest.delete(key);
  }
}
