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

/** Whether two values of JSON are equal; it goes no deeper than the first is. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((x, i) => sameJson(x, b[i]));
  }
  if (!isPart(a) || !isPart(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(own(a, name), own(b, name)))
  );
}
const DEPTH = 16;
const SIZE = 1000;

/** Whether a value that a schema suggests is small enough, and survives JSON, to be sent as it is. */
export function isSendable(value: unknown): boolean {
  let left = SIZE;
  const small = (each: unknown, depth: number): boolean => {
    left -= typeof each === 'string' ? 1 + each.length / 10 : 1;
    if (left < 0 || depth > DEPTH) return false;
    if (typeof each === 'number') return Number.isFinite(each);
    if (typeof each !== 'object' || each === null) return each !== undefined;
    return Object.values(each).every((inner) => small(inner, depth + 1));
  };
  return small(value, 0);
}
/** How much may be done for one schema, so that a hostile one ends as an unsure one. */
export class WorkBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get over(): boolean {
    return this.#left <= 0;
  }

  /** Whether there was enough left for it. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}
