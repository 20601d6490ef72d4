import type { Logbook } from '../logbook/logbook.js';
import { FORMAT, VERSION, type Line } from './export-format.js';

/** Rows that are read at once. */
const PAGE = 500;

/** Everything that the logbook has, line by line: users, teams, governance, evidence, memories with their provenance, audit. No tokens. */
export async function* exportLogbook(logbook: Logbook, now: () => number): AsyncGenerator<Line> {
  const { transfer, users, evidence } = logbook;
  let lines = 0;
  const counted = (line: Line): Line => {
    lines++;
    return line;
  };
  const exported_at = new Date(now()).toISOString();
  yield counted({ type: FORMAT, version: VERSION, exported_at });
  for (const user of await users.list()) yield counted({ type: 'user', ...user });
  for (const team of await transfer.teams()) yield counted({ type: 'team', ...team });
  for (const { id: _id, ...member } of await transfer.members()) {
    yield counted({ type: 'member', ...member });
  }
  for (const setting of await transfer.settings()) {
    yield counted({ type: 'setting', ...setting } as Line);
  }
  for (const record of await transfer.evidence()) {
    const found = await evidence.get(record.sha256);
    const content_base64 = found.ok ? Buffer.from(found.bytes).toString('base64') : null;
    yield counted({ type: 'evidence', ...record, content_base64 } as Line);
  }
  for await (const { metadata, ...memory } of pages(transfer.memories, (row) => row.outbox_id)) {
    const given = metadata === null ? null : (JSON.parse(metadata) as Record<string, unknown>);
    yield counted({ type: 'memory', ...memory, metadata: given });
  }
  for await (const { id: _id, ...entry } of pages(transfer.audit, (row) => row.id)) {
    yield counted({ type: 'audit', ...entry });
  }
  yield { type: 'end', lines };
}

type ReadPage<T> = (page: { after: number; limit: number }) => Promise<readonly T[]>;

async function* pages<T>(read: ReadPage<T>, numberOf: (row: T) => number): AsyncGenerator<T> {
  for (let after = 0; ;) {
    const rows = await read({ after, limit: PAGE });
    yield* rows;
    if (rows.length < PAGE) return;
    after = numberOf(rows.at(-1)!);
  }
}
