import type { ColumnRef, Node, SelectStmt } from 'libpg-query';
import type { DraftRelation } from '../draft/draft-relation.js';
import { namesOf, starIn } from './column-names.js';
import { objectsIn } from './objects-in.js';
import { starTargets } from './star-columns.js';

/** Writes out the stars in the query of a view: it keeps the columns that it had when it was made. */
export function expandStars(view: DraftRelation): void {
  const names = namesOf(view.sources);
  for (const stmt of selectsIn(view.definition?.query)) {
    const targets = stmt.targetList?.flatMap((target): readonly Node[] => {
      if (!('ResTarget' in target)) return [target];
      const star = starIn(target.ResTarget, stmt, view.sources, names);
      if (star === undefined || star === 'unclear') return [target];
      const { location } = (target.ResTarget.val as { ColumnRef: ColumnRef }).ColumnRef;
      return starTargets(star, location);
    });
    if (targets !== undefined) stmt.targetList = targets;
  }
}

/** Those within come first: what a star of a subquery stands for is then written there. */
function selectsIn(query: Node | undefined): readonly SelectStmt[] {
  const found = [...objectsIn(query)].filter((each) => 'targetList' in each && 'op' in each);
  return found.reverse() as SelectStmt[];
}
