/** All objects of a tree, from outside to inside. However deep it is, it does not take the stack. */
export function* objectsIn(tree: unknown): Generator<object> {
  const open = [tree];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    yield next;
    for (const part of Object.values(next)) open.push(part);
  }
}
