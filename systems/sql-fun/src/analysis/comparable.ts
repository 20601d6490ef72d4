import { baseOf, elementOf, formatType, type PgType } from '../pg/index.js';
import type { StatementSession } from './session.js';

/** Types of PostgreSQL's own whose values it can neither group nor sort. */
const NOT_COMPARABLE = new Set([
  'json',
  'jsonpath',
  'xml',
  'point',
  'lseg',
  'line',
  'box',
  'path',
  'polygon',
  'circle',
  'refcursor',
  'pg_snapshot',
  'txid_snapshot',
]);

/** Those that it can group, but not sort. */
const NOT_SORTABLE = new Set(['xid', 'cid', 'aclitem']);

/** What a clause has to do with values. */
export type Comparison = 'group' | 'sort';

/** GROUP BY, DISTINCT and UNION have to tell values apart, ORDER BY has to order them: not every type can. */
export function checkComparable(
  type: PgType | undefined,
  comparison: Comparison,
  clause: string,
  session: StatementSession,
  location: () => number | undefined,
): void {
  if (!type || isComparable(type, comparison)) return;
  const name = formatType(type);
  const what = comparison === 'sort' ? 'no order' : 'no equality';
  const message = `Values of type ${name} have ${what}, which ${clause} needs; cast them.`;
  const target = 'type';
  session.report({ code: 'type_mismatch', target, name, message, location: location() });
}

function isComparable(type: PgType, comparison: Comparison): boolean {
  let at = baseOf(type);
  // A point is made of numbers, but is no array of them.
  while (at.kind === 'array') {
    const element = elementOf(at);
    if (!element) return true;
    at = baseOf(element);
  }
  if (at.schema !== 'pg_catalog') return true;
  return !NOT_COMPARABLE.has(at.name) && !(comparison === 'sort' && NOT_SORTABLE.has(at.name));
}
