const FAULT = Symbol.for('dev.errata.fault');

/** Whether a value bears the mark of a fault. Enough to have it looked at; core looks closer. */
export function isMarked(value: unknown): boolean {
  try {
    return (
      typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[FAULT] === 1
    );
  } catch {
    return false; // a proxy that throws is no fault
  }
}
