import { notMade } from '../../device/device-faults.js';
import type { Router, Row } from '../../device/fleet.js';
import { parseSpan } from '../../safety/addresses.js';
import type { DeviceSnapshot, UndoStep, WantedChange } from './change-kind.js';

/** The comment of what a plan creates: it is found by it again, also after a lost answer or a crash. */
export function markOf({
  planId,
  change,
}: WantedChange<{ readonly comment?: string | undefined }>): string {
  const { comment } = change;
  return comment === undefined || comment === '' ? `mcp:${planId}` : `mcp:${planId} ${comment}`;
}

/** How a note reads in a description; empty if there is none. */
export function quoted(comment: string | undefined): string {
  return comment === undefined || comment === '' ? '' : ` comment="${comment}"`;
}

/** The rows that a plan created. */
export function marked(router: Router, menu: string, mark: string): Promise<readonly Row[]> {
  return router.list(menu, { comment: mark });
}

/** What removes the rows that a plan created. */
export async function removeMarked(
  router: Router,
  { menu, mark, what }: { readonly menu: string; readonly mark: string; readonly what: string },
): Promise<readonly UndoStep[]> {
  const rows = await marked(router, menu, mark);
  return rows.map((row) => ({
    ...{ what, expected: NOT_THERE, actual: idOf(row) },
    run: () => router.remove(menu, idOf(row)),
  }));
}

/** How a row that is not on the device reads. */
export const NOT_THERE = 'not there';

/** These members of a row, as far as it has them. */
export function pick(row: Row, members: readonly string[]): Row {
  return Object.fromEntries(
    members.flatMap((member) => {
      const value = row[member];
      return value === undefined ? [] : [[member, value]];
    }),
  );
}

/** Whether two rows say the same. */
export function isSame(a: Row, b: Row, members: readonly string[]): boolean {
  return members.every((member) => (a[member] ?? '') === (b[member] ?? ''));
}

/** Whether a row has all that was wanted of it, and is in use. A device may write an address another way. */
function isAsWanted(router: Router, row: Row, wanted: Row): boolean {
  const isMet = Object.entries(wanted).every(([member, value]) => {
    const its = row[member] ?? '';
    const [a, b] = [parseSpan(its), parseSpan(value)];
    if (a === undefined || b === undefined) return its === router.masked(value);
    return a.family === b.family && a.first === b.first && a.last === b.last;
  });
  return isMet && row['disabled'] !== 'true';
}

export function idOf(row: Row): string {
  return row['.id'] ?? '';
}

/** The row that a snapshot keeps under a name. */
export function rowIn(snapshot: DeviceSnapshot, name: string): Row {
  const row = snapshot[name];
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new TypeError(`The snapshot has no row '${name}'`);
  }
  return row as Row;
}

/** What a plan adds or removes: its names in failures, and a row of it in words. */
interface RowWords {
  readonly what: string;
  /** The tool that shows it. */
  readonly look: string;
  describe(row: Row): string;
}

/** The rows that a plan created. Throws if there is none, or where it is not as wanted. */
export async function verifyAdded(
  router: Router,
  { menu, mark, wanted }: { readonly menu: string; readonly mark: string; readonly wanted: Row },
  { what, look, describe }: RowWords,
): Promise<readonly Row[]> {
  const rows = await marked(router, menu, mark);
  const [row] = rows;
  if (row !== undefined && isAsWanted(router, row, wanted)) return rows;
  throw notMade(router.device, {
    ...{ what, look, expected: describe(wanted), unchanged: row === undefined },
    actual: row === undefined ? NOT_THERE : describe(row),
  });
}

/** Throws if a removed row is still among these. */
export function verifyRemoved(
  { device }: Router,
  removed: Row,
  rows: readonly Row[],
  { what, look, describe }: RowWords,
): void {
  const still = rows.find((row) => idOf(row) === idOf(removed));
  if (still === undefined) return;
  const actual = describe(still);
  throw notMade(device, { what, look, expected: NOT_THERE, actual, unchanged: true });
}
