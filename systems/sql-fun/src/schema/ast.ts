import type { Node } from 'libpg-query';

/** What is under one kind of node. */
export type NodeOf<K extends string> =
  Extract<Node, Record<K, unknown>> extends infer N
    ? N extends Record<K, infer V>
      ? V
      : never
    : never;

/** The nodes of one kind in a list. */
export function only<K extends string>(kind: K, nodes: readonly Node[] | undefined): NodeOf<K>[] {
  const found: NodeOf<K>[] = [];
  for (const node of nodes ?? []) {
    if (kind in node) found.push((node as Record<K, NodeOf<K>>)[kind]);
  }
  return found;
}

/** The texts of a list of strings: the parts of a name. */
export function strings(nodes: readonly Node[] | undefined): string[] {
  return only('String', nodes).map(({ sval }) => sval ?? '');
}

/** What a list has; anything else is the only thing of its own list. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  return 'List' in node ? (node.List.items ?? []) : [node];
}

/** The name of a thing, with its schema where it is written. A database before that has no meaning here. */
export interface QualifiedName {
  readonly schema: string | undefined;
  readonly name: string;
}

export function qualifiedName(parts: readonly string[]): QualifiedName {
  return { schema: parts.at(-2), name: parts.at(-1) ?? '' };
}

/** The options of a definition by their names, which are in lower case. */
export function definitionOf(nodes: readonly Node[] | undefined): ReadonlyMap<string, Node> {
  const options = new Map<string, Node>();
  for (const { defname, arg } of only('DefElem', nodes)) {
    if (defname !== undefined && arg !== undefined) options.set(defname, arg);
  }
  return options;
}

/** Whether an option is there, with a value or without. */
export function hasOption(nodes: readonly Node[] | undefined, name: string): boolean {
  return only('DefElem', nodes).some(({ defname }) => defname === name);
}

/** The name that an option gives: functions and types come as type names. */
export function nameIn(node: Node | undefined): string[] {
  if (node === undefined) return [];
  return strings('TypeName' in node ? node.TypeName.names : itemsOf(node));
}
