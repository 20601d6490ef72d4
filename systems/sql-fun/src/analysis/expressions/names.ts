import type { Node } from 'libpg-query';

/** The parts of a name, without a star. */
export function partsOf(nodes: readonly Node[] | undefined): readonly string[] {
  const parts: string[] = [];
  for (const node of nodes ?? []) if ('String' in node) parts.push(node.String.sval ?? '');
  return parts;
}

/** A place as the parser gives it: nothing is the start of the text, −1 is nowhere. */
export function locationOf(node: { readonly location?: number | undefined }): number | undefined {
  const location = node.location ?? 0;
  return location < 0 ? undefined : location;
}

/** Where an expression begins; undefined where it does not say. */
export function locationOfNode(node: Node | undefined): number | undefined {
  if (node === undefined) return undefined;
  const [inner] = Object.values(node) as unknown as [
    { location?: number; arg?: Node; typeName?: { location?: number } },
  ];
  if ('A_Indirection' in node) return locationOfNode(inner.arg);
  return locationOf(inner);
}
