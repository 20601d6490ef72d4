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
