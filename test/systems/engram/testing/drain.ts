import { vi } from 'vitest';
import type { Lab } from './lab.js';
import { openDatabase } from './judges.js';

/** Milliseconds after which every lease is over and every next try is due. */
const LATER = 3 * 3_600_000;

/** Start a gateway that comes much later, finds everything due, and sends it. */
export async function drain(lab: Lab): Promise<void> {
  const gateway = await lab.serve({ ahead: LATER });
  const { db, close } = await openDatabase(lab.logbook);
  const isDone = async () => {
    const rows = db.selectFrom('outbox_memory').select('id');
    const waiting = rows.where('status', 'in', ['pending', 'held']);
    return (await waiting.limit(1).execute()).length === 0;
  };
  try {
    await vi.waitUntil(isDone, { interval: 100, timeout: 300_000 });
  } finally {
    await close();
  }
  await gateway.close();
}
