/** An object of a schema, or of a value: whatever is in it was written by others. */
export type Part = Readonly<Record<string, unknown>>;

export function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of its own, never one of the prototype. */
export function own(part: Part, name: string): unknown {
  return Object.hasOwn(part, name) ? part[name] : undefined;
}

/** A copy with this member, in its old place if it had one; `__proto__` is a name like any other. */
export function withMember(part: Part, name: string, value: unknown): Part {
  const entries = Object.entries(part);
  if (!Object.hasOwn(part, name)) return Object.fromEntries([...entries, [name, value]]);
  return Object.fromEntries(entries.map(([each, old]) => [each, each === name ? value : old]));
}

export function withoutMember(part: Part, name: string): Part {
  return Object.fromEntries(Object.entries(part).filter(([each]) => each !== name));
}

/** All of these schemas as one. */
export function allOf(schemas: readonly unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { allOf: schemas };
}
