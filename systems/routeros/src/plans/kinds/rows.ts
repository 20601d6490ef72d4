import { routeros } from '@errata/catalogs/routeros';
import type { Router, Row } from '../../device/fleet.js';
import type { Snapshot, Wanted } from './change-kind.js';

/** The comment of what a plan creates: it is found by it again, also after a lost answer or a crash. */
export function markOf({
  planId,
  change,
}: Wanted<{ readonly comment?: string | undefined }>): string {
  const { comment } = change;
  return comment === undefined || comment === '' ? `mcp:${planId}` : `mcp:${planId} ${comment}`;
}

/** How a note reads in a description; empty where there is none. */
export function quoted(comment: string | undefined): string {
  return comment === undefined || comment === '' ? '' : ` comment="${comment}"`;
}

/** The rows that a plan created. */
export function marked(router: Router, menu: string, mark: string): Promise<readonly Row[]> {
  return router.list(menu, { comment: mark });
}

/** Remove the rows that a plan created; false where there are none. */
export async function removeMarked(router: Router, menu: string, mark: string): Promise<boolean> {
  const rows = await marked(router, menu, mark);
  for (const row of rows) await router.remove(menu, idOf(row));
  return rows.length > 0;
}

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

export function idOf(row: Row): string {
  return row['.id'] ?? '';
}

/** The row that a snapshot keeps under a name. */
export function rowIn(snapshot: Snapshot, name: string): Row {
  const row = snapshot[name];
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new TypeError(`The snapshot has no row '${name}'`);
  }
  return row as Row;
}

/** The failure for a device that took the change and does not show it. */
export function notThere(router: Router, what: string) {
  return routeros.DEVICE_ERROR(
    { device_id: router.device.id },
    {
      details: `The device accepted the change, but ${what}`,
      effect: 'unknown',
      strategy: 'report_and_abort',
    },
  );
}
