/** Statuses with which OpenMemory refuses what it is given; any other says something about itself, or about what stands before it. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 414, 415, 422]);

/** Whether a status is about what was asked, so that the same again can only fail again. */
export function isRefusedForContent(status: number): boolean {
  return REFUSALS.has(status);
}
