/** A number from 0 on, Infinity too; anything else is a mistake of whoever wrote the options. */
export function assertLimit(name: string, value: number): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new TypeError(`${name} has to be a number from 0 on, not ${String(value)}`);
}
