import type { Node, WithClause } from 'libpg-query';
import { only } from '../ast.js';
import type { RangeNode } from './nodes.js';

type Hidden = ReadonlySet<string>;

/** The relations that the FROM clauses of a query name; what a WITH has made is none of them. */
export function tableReferences(query: Node): readonly RangeNode[] {
  const found: RangeNode[] = [];
  const open: [value: unknown, hidden: Hidden][] = [[query, new Set()]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, hidden] = next;
    if (typeof value !== 'object' || value === null) continue;
    if ('RangeVar' in value) {
      const node = value as RangeNode;
      const { schemaname, relname = '' } = node.RangeVar;
      if (schemaname !== undefined || !hidden.has(relname)) found.push(node);
      continue;
    }
    if (!('withClause' in value)) {
      for (const part of Object.values(value)) open.push([part, hidden]);
      continue;
    }
    const { withClause, ...rest } = value;
    open.push([Object.values(rest), openWith(withClause as WithClause, hidden, open)]);
  }
  return found;
}

/** Each query of a WITH sees those before it; where it says RECURSIVE, all. */
function openWith(
  { ctes, recursive }: WithClause,
  hidden: Hidden,
  open: [unknown, Hidden][],
): Hidden {
  const queries = only('CommonTableExpr', ctes);
  const names = new Set(hidden);
  if (recursive === true) for (const { ctename = '' } of queries) names.add(ctename);
  for (const { ctename = '', ctequery } of queries) {
    open.push([ctequery, new Set(names)]);
    names.add(ctename);
  }
  return names;
}
