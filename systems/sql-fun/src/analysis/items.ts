import { firstLocation } from './node.js';
import type { Item } from './resolve.js';
import type { StatementSession } from './session.js';
import type { Source } from './source.js';

/** A source as it is seen once it is in FROM. */
export function itemOf(source: Source, seen: { byName?: boolean; bare?: boolean } = {}): Item {
  const { byName = source.name !== undefined, bare = true } = seen;
  return { source, byName, bare, lateralOnly: false, lateralOk: true };
}

export function setLateral(items: readonly Item[], only: boolean, ok: boolean): void {
  for (const item of items) {
    item.lateralOnly = only;
    item.lateralOk = ok;
  }
}

/** The same name cannot be there twice, unless the schemas tell two tables apart. */
export function checkNames(
  before: readonly Item[],
  added: readonly Item[],
  node: unknown,
  session: StatementSession,
): void {
  for (const { source, byName } of added) {
    const { name } = source;
    if (!byName || name === undefined) continue;
    const same = before.find((item) => item.byName && item.source.name === name);
    if (!same || areDifferentTables(same.source, source)) continue;
    const message = `${name} is in FROM more than once; give one of them an alias.`;
    const location = firstLocation(node);
    session.report({ code: 'duplicate', target: 'alias', name, message, location });
  }
}

function areDifferentTables(one: Source, other: Source): boolean {
  return (
    !one.aliased &&
    !other.aliased &&
    one.relation !== undefined &&
    other.relation !== undefined &&
    one.relation !== other.relation
  );
}
