import type { Node } from 'libpg-query';
import type { Analyzer } from './analyzer.js';
import { builtInUse } from './built-in.js';
import { coerce, typeOf } from './expressions/index.js';
import { whereOf } from './node.js';
import type { QueryScope } from './query-scope.js';

/** An expression that has to be of a type by itself: the condition of WHERE is boolean, the count of LIMIT is bigint. */
export function checkOfType(
  node: Node,
  type: string,
  clause: string,
  scope: QueryScope,
  analyzer: Analyzer,
): void {
  const { session } = scope;
  const typed = typeOf(node, scope, session, analyzer);
  const use = builtInUse(type, session);
  if (!use) return;
  coerce(typed, use, session, 'implicit', whereOf(clause, node));
}

/** A condition, such as that of WHERE. */
export function checkCondition(
  node: Node | undefined,
  clause: string,
  scope: QueryScope,
  analyzer: Analyzer,
): void {
  if (node) checkOfType(node, 'bool', clause, scope, analyzer);
}
