/** Milliseconds as a sentence has them: `5.0 seconds`. */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${Number.isInteger(seconds) ? seconds.toFixed(1) : String(seconds)} seconds`;
}

/** Milliseconds to wait as whole seconds, never too few, and at least one. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
