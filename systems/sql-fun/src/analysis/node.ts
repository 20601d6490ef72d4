import type { Node } from 'libpg-query';

/** What kind of node it is: `SelectStmt`. */
export function tagOf(node: Node): string {
  for (const tag in node) return tag;
  return '';
}

/** The strings of a list of names; other nodes, such as a star, are left out. */
export function names(list: readonly Node[] | undefined): readonly string[] {
  if (list === undefined) return [];
  return list.flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []));
}

/** A location as the parser gives it: a missing one is the start of the text, and −1 is none. */
export function locationOf(node: { readonly location?: number }): number | undefined {
  const { location = 0 } = node;
  return location < 0 ? undefined : location;
}

/** The first location inside of a node: nodes such as subqueries have none of their own. */
export function firstLocation(node: unknown): number | undefined {
  let first: number | undefined;
  for (const inner of nodesIn(node)) {
    const { location } = inner as { location?: unknown };
    if (typeof location !== 'number' || location < 0) continue;
    if (first === undefined || location < first) first = location;
  }
  return first;
}

/** All objects inside of a node, itself included. It does not recurse: trees may be deeper than the stack. */
export function* nodesIn(
  root: unknown,
  enter: (tag: string) => boolean = () => true,
): Generator<object> {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (Array.isArray(node)) {
      for (let i = node.length - 1; i >= 0; i--) open.push(node[i]);
      continue;
    }
    yield node;
    for (const tag in node) {
      const value = (node as Record<string, unknown>)[tag];
      if (typeof value === 'object' && enter(tag)) open.push(value);
    }
  }
}

/** A clause as problems name it. Where it is, is looked for only if there is a problem. */
export function whereOf(
  name: string,
  node: unknown,
  at?: (index: number) => number | undefined,
): Where {
  return {
    name,
    target: 'sql',
    ...(at && { at }),
    get location() {
      return firstLocation(node);
    },
  };
}

/** A clause that a value is for. */
export interface Where {
  readonly name: string;
  readonly target: 'sql';
  readonly location: number | undefined;
  /** Where one of several values is. */
  readonly at?: (index: number) => number | undefined;
}

/** A column that a value is for. */
export function whereColumn(
  name: string,
  node: unknown,
): { name: string; location: number | undefined } {
  return {
    name,
    get location() {
      return firstLocation(node);
    },
  };
}
