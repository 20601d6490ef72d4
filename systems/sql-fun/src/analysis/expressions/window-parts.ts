import type { Node, WindowDef } from 'libpg-query';
import { whereOf } from '../node.js';
import { coerce } from './coerce.js';
import type { Env } from './env.js';
import { locationOfNode } from './names.js';
import { settle } from './settle.js';
import { builtinType } from './typed.js';

// FRAMEOPTION_ROWS and FRAMEOPTION_GROUPS: offsets count rows or groups.
const COUNTED = 0x04 | 0x08;

/** Looks at the expressions of a window. */
export function windowParts(window: WindowDef, env: Env): void {
  for (const node of window.partitionClause ?? []) keyed(node, env);
  sortKeys(window.orderClause, env);
  const counted = ((window.frameOptions ?? 0) & COUNTED) !== 0;
  for (const offset of [window.startOffset, window.endOffset]) {
    if (offset !== undefined) frameOffset(offset, counted, env);
  }
}

/** Looks at what ORDER BY of a window or an aggregate sorts by. */
export function sortKeys(nodes: readonly Node[] | undefined, env: Env): void {
  for (const node of nodes ?? []) {
    if ('SortBy' in node && node.SortBy.node !== undefined) keyed(node.SortBy.node, env);
  }
}

/** What is sorted or grouped by is a text where nothing else is said of it. */
function keyed(node: Node, env: Env): void {
  const typed = env.typeOf(node);
  const text = builtinType('text', env.session);
  if (text !== undefined) settle(typed, text, env.session, locationOfNode(node));
}

function frameOffset(node: Node, counted: boolean, env: Env): void {
  const typed = env.typeOf(node);
  const type = builtinType('int8', env.session);
  if (!counted || type === undefined) return;
  const where = whereOf('The offset of a window frame', node);
  coerce(typed, { type, typmod: -1 }, env.session, 'assignment', where);
}
