import { checkItems, itemKey, targetKey, type ClauseItem } from './clause-items.js';
import { checkComparable } from './comparable.js';
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
  checkItems(on, 'group', 'DISTINCT ON', scope.session);
  if (targets.open) return;
  if (on.length > 0) checkFirst(on, orderBy, scope);
  else checkShown(orderBy, targets, scope);
}

function checkShown(orderBy: readonly ClauseItem[], targets: Targets, scope: QueryScope): void {
  for (const { output, written } of targets.list) {
    const { session } = scope;
    checkComparable(output.type, 'group', 'DISTINCT', session, () => firstLocation(written));
  }
  if (orderBy.length === 0) return;
  const shown = new Set(targets.list.map((target) => targetKey(target, scope)));
  const hidden = orderBy.find((item) => !item.target && !shown.has(itemKey(item, scope)));
  const message = 'With SELECT DISTINCT, ORDER BY can only use what is selected.';
  if (hidden) misplaced(hidden, message, scope);
}

/** PostgreSQL points at the expression of DISTINCT ON that ORDER BY has too late, or not at all. */
function checkFirst(
  on: readonly ClauseItem[],
  orderBy: readonly ClauseItem[],
  scope: QueryScope,
): void {
  const rest = new Map(on.map((item) => [itemKey(item, scope), item]));
  const all = new Set(rest.keys());
  let late: ClauseItem | undefined;
  let skipped = false;
  for (const item of orderBy) {
    const key = itemKey(item, scope);
    if (!all.has(key)) skipped = true;
    else if (skipped) late ??= rest.get(key);
    if (!skipped) rest.delete(key);
  }
  const [missing] = rest.values();
  const wrong = late ?? missing;
  const message = 'ORDER BY has to begin with the expressions of DISTINCT ON.';
  if (skipped && wrong) misplaced(wrong, message, scope);
}

function misplaced({ node }: ClauseItem, message: string, scope: QueryScope): void {
  const location = firstLocation(node);
  scope.session.report({ code: 'misplaced', target: 'sql', name: 'ORDER BY', message, location });
}
