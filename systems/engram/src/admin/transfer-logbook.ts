import type { Logbook, LogbookParts } from '../logbook/logbook.js';
import { FORMAT, LINE, VERSION, type Line } from './export-format.js';

/** How many lines of each type were new. */
export type Imported = Readonly<Record<string, number>>;

/** The file is no whole export. What was imported before the line stays, and a second import adds only what is missing. */
export class ImportError extends TypeError {
  override readonly name = 'ImportError';
}

/** Lines that are imported in one transaction. */
const BATCH = 200;

/** Add what an export has and the logbook has not. What is there stays as it is, so a second import adds nothing. */
export async function importLogbook(
  logbook: Logbook,
  texts: AsyncIterable<string>,
): Promise<Imported> {
  const counts: Record<string, number> = {};
  /** The rows of the outbox, by the numbers that they had. */
  const rows = new Map<number, number>();
  let batch: Line[] = [];
  let number = 0;
  let ended = false;
  const flush = async () => {
    const lines = batch;
    batch = [];
    const added = await logbook.transaction(async (parts) => {
      const fresh: string[] = [];
      for (const line of lines) if (await importLine(parts, line, rows)) fresh.push(line.type);
      return fresh;
    });
    for (const type of added) counts[type] = (counts[type] ?? 0) + 1;
  };
  for await (const text of texts) {
    if (text.trim() === '') continue;
    const line = readLine(text, ++number);
    if (ended) throw new ImportError(`line ${number} comes after the end of the export`);
    if ((number === 1) !== (line.type === FORMAT)) {
      throw new ImportError(
        `line ${number}: an export begins with one header of version ${VERSION}`,
      );
    }
    if (line.type === 'end') {
      if (line.lines !== number - 1) {
        throw new ImportError(`the export has ${number - 1} lines and should have ${line.lines}`);
      }
      ended = true;
    } else if (line.type !== FORMAT && batch.push(line) === BATCH) await flush();
  }
  await flush();
  if (!ended) throw new ImportError('the export ends early: its last line is missing');
  return counts;
}

function readLine(text: string, number: number): Line {
  let problem: string;
  try {
    const read = LINE.safeParse(JSON.parse(text));
    if (read.success) return read.data;
    problem = read.error.issues[0]!.path.join('.') || 'type';
  } catch {
    problem = 'invalid JSON';
  }
  throw new ImportError(`line ${number} is not a line of an export (${problem})`);
}

/** Whether it was new. */
async function importLine(
  { transfer, evidence }: LogbookParts,
  line: Line,
  rows: Map<number, number>,
): Promise<boolean> {
  switch (line.type) {
    case 'user': {
      const { type: _type, ...user } = line;
      return transfer.addRow('users', user);
    }
    case 'team': {
      const { type: _type, ...team } = line;
      return transfer.addRow('teams', team);
    }
    case 'member': {
      const { type: _type, ...member } = line;
      const { space, added_at: created_at, added_by: created_by } = member;
      // Whatever the file lacks, a team with members is closed.
      await transfer.addRow('teams', { space, created_at, created_by });
      return transfer.addRow('team_members', { id: `${line.space} ${line.user_id}`, ...member });
    }
    case 'setting': {
      const { type: _type, ...setting } = line;
      return transfer.addRow('settings', setting);
    }
    case 'evidence': {
      const { content_base64, sha256, mime, created_at: uploadedAt, created_by: actor } = line;
      if (content_base64 === null) return false;
      const bytes = Buffer.from(content_base64, 'base64');
      const put = await evidence.put(bytes, { sha256, mime, actor, uploadedAt });
      if (!put.ok) throw new ImportError(`evidence ${sha256}: ${put.problem}`);
      return put.created;
    }
    case 'memory': {
      const { outbox_id, metadata, space, actor, kind, content, created_at } = line;
      const { idempotency_key, correlation_id } = line;
      const { id, added } = await transfer.addMemory({
        ...{ space, actor, kind, content, created_at, idempotency_key, correlation_id },
        metadata: metadata === null ? null : JSON.stringify(metadata),
      });
      rows.set(outbox_id, id);
      return added;
    }
    case 'audit': {
      const { type: _type, outbox_id, ...entry } = line;
      // A row that is gone has no number here.
      const row = outbox_id === null ? null : (rows.get(outbox_id) ?? null);
      return transfer.addAudit({ ...entry, outbox_id: row });
    }
    default:
      return false;
  }
}

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
