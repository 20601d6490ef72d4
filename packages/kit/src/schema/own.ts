/** A member of an object's own, if it has one; what is inherited is none of JSON's. */
export function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = object[name];
  return value !== undefined && Object.hasOwn(object, name) ? value : undefined;
}

/** The names of the members that JSON would have: those that are undefined are left out. */
export function namesOf(object: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(object);
  return names.some((name) => object[name] === undefined)
    ? names.filter((name) => object[name] !== undefined)
    : names;
}
