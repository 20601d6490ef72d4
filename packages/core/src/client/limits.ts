// Options come from configuration files and from arithmetic: NaN, null and −5 do happen. None of them may make a caller
// hurry, wait for ever or try for ever, so what is no sensible figure is the default, or the nearest figure that is one.

const DEFAULT_MAX_ATTEMPTS = 3;
const MOST_ATTEMPTS = 100;

/** A whole number of attempts from 1 to 100: the call is made at least once, and given up some day. */
export function readMaxAttempts(value: unknown): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return DEFAULT_MAX_ATTEMPTS;
  return Math.floor(Math.min(Math.max(value, 1), MOST_ATTEMPTS));
}

/** Milliseconds that are left. Below zero: the time is up. Undefined: no deadline. */
export function readDeadline(value: unknown): number {
  return typeof value === 'number' && !Number.isNaN(value) ? Math.max(value, 0) : Infinity;
}

/** A figure of zero or more. */
export function orDefault(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 ? value : fallback;
}

/** A number above zero, for limits that zero would switch off. */
export function positiveOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && value > 0 ? value : fallback;
}
