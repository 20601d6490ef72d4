import type { SelectStmt } from 'libpg-query';
import type { Analyzer } from './analyzer.js';
import { checkOfType } from './condition.js';
import type { QueryScope } from './query-scope.js';

/** Reads LIMIT and OFFSET. */
export function readLimit(select: SelectStmt, scope: QueryScope, analyzer: Analyzer): void {
  const { limitOffset, limitCount } = select;
  if (limitOffset) checkOfType(limitOffset, 'int8', 'OFFSET', scope, analyzer);
  if (limitCount) checkOfType(limitCount, 'int8', 'LIMIT', scope, analyzer);
}
