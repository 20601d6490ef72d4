import { openStore, type Selectable } from '@errata/store';
import { type LogbookDatabase, MIGRATIONS } from '../../../../systems/engram/src/logbook/schema.js';
import {
  type ArchiveSchema,
  MIGRATIONS as ARCHIVE_MIGRATIONS,
} from '../../../../systems/engram/src/openmemory/archive/schema.js';
import type { Lab } from './lab.js';
import { contentOf } from './run-writers.js';
import type { Reply } from './store.js';

type Row<T extends keyof LogbookDatabase> = Selectable<LogbookDatabase[T]>;

/** All that is on record of writes: in the logbook, and in OpenMemory. */
export interface Records {
  readonly outbox: readonly Row<'outbox_memory'>[];
  readonly audit: readonly Row<'write_audit'>[];
  readonly candidates: readonly Row<'knowledge_candidates'>[];
  readonly memories: readonly Selectable<ArchiveSchema['memories']>[];
  readonly usedKeys: readonly Selectable<ArchiveSchema['used_keys']>[];
}

export async function readRecords({ logbook, archive }: Pick<Lab, 'logbook' | 'archive'>) {
  return { ...(await readLogbook(logbook)), ...(await readArchive(archive)) } satisfies Records;
}

/** The logbook's database, beside the gateways that use it. */
export const openDatabase = (url: string) =>
  openStore<LogbookDatabase>({ url, migrations: MIGRATIONS });

async function readLogbook(url: string) {
  const { db, close } = await openDatabase(url);
  try {
    return {
      outbox: await db.selectFrom('outbox_memory').selectAll().orderBy('id').execute(),
      audit: await db.selectFrom('write_audit').selectAll().orderBy('id').execute(),
      candidates: await db.selectFrom('knowledge_candidates').selectAll().orderBy('id').execute(),
    };
  } finally {
    await close();
  }
}

/** What OpenMemory has in its file, also while it does not answer. */
export async function readArchive(path: string) {
  const { db, close } = await openStore<ArchiveSchema>({
    url: `sqlite:${path}`,
    migrations: ARCHIVE_MIGRATIONS,
  });
  try {
    const memories = await db.selectFrom('memories').selectAll().execute();
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    const keys = await db.selectFrom('used_keys').selectAll().execute();
    // A published server knows texts by their words. The gateway's key is in the metadata.
    const usedKeys = keys.map((used) =>
      used.key.startsWith('simhash:')
        ? { ...used, key: keyIn(byId.get(used.memory_id)?.metadata ?? null) ?? used.key }
        : used,
    );
    return { memories, usedKeys };
  } finally {
    await close();
  }
}

function keyIn(metadata: string | null): string | undefined {
  const facts = JSON.parse(metadata ?? '{}') as { 'dev.errata/engram'?: { key?: string } };
  return facts['dev.errata/engram']?.key;
}

/** Where the records are not what the clients were told, one sentence each. */
export function findBrokenPromises(
  replies: ReadonlyMap<number, Reply>,
  { outbox, audit, candidates, memories }: Records,
): readonly string[] {
  const rows = new Map(outbox.map((row) => [row.id, row]));
  const known = groupBy(candidates, ({ content }) => content);
  const kept = groupBy(memories, ({ content }) => content);
  const decided = groupBy(
    audit.filter(({ action }) => action === 'allow' || action === 'redirect'),
    ({ correlation_id }) => correlation_id,
  );
  const broken: string[] = [];
  const expected = (content: string, what: string, holds: boolean) => {
    if (!holds) broken.push(`${content}: ${what}`);
  };
  for (const [n, reply] of replies) {
    const content = contentOf(n);
    const found = kept.get(content) ?? [];
    const writes = (known.get(content) ?? []).map(({ outbox_id }) => rows.get(outbox_id));
    expected(content, 'is there at most once', found.length <= 1 && writes.length <= 1);
    if (reply.kind === 'refused') expected(content, 'is nowhere', writes.length === 0);
    if (reply.kind === 'refused' || reply.kind === 'lost') continue;
    const [row] = writes;
    const waits = isWaiting(row?.status) && row!.payload.includes(`"${content}"`);
    expected(content, 'is kept or waits', found.length === 1 || waits);
    expected(content, 'has one decision', decided.get(reply.ref)?.length === 1);
    expected(content, 'is the row of its request', row?.correlation_id === reply.ref);
    if (reply.kind === 'stored') {
      expected(content, 'is what was answered', found[0]?.id === reply.memoryId);
    } else {
      expected(content, 'waits where it was said', row?.id === reply.outboxId);
    }
  }
  const sent = new Set([...replies.keys()].map(contentOf));
  for (const content of [...known.keys(), ...kept.keys()]) {
    expected(content, 'was sent by a client', sent.has(content));
  }
  return broken;
}

/** Where the records contradict each other, one sentence each, whatever the clients were told. */
export function findDiscord(records: Records): readonly string[] {
  return [...findInLogbook(records), ...findInArchive(records)];
}

/** Decision, row of the outbox and what can be searched meanwhile are written together; so is all that ends a row. */
function findInLogbook({ outbox, audit, candidates }: Records): readonly string[] {
  const decided = audit.filter(({ action }) => action === 'allow' || action === 'redirect');
  const decisions = groupBy(decided, ({ correlation_id }) => correlation_id);
  const rows = groupBy(outbox, ({ correlation_id }) => correlation_id);
  const known = groupBy(candidates, ({ outbox_id }) => outbox_id);
  const ends = groupBy(
    audit.filter(({ action }) => action === 'done'),
    ({ outbox_id }) => outbox_id,
  );
  const discord: string[] = [];
  for (const ref of new Set([...decisions.keys(), ...rows.keys()])) {
    const counts = [decisions.get(ref)?.length ?? 0, rows.get(ref)?.length ?? 0];
    if (counts.some((count) => count !== 1)) {
      discord.push(`${ref} has ${counts[0]} decisions and ${counts[1]} rows`);
    }
  }
  for (const { id, status, memory_id, payload } of outbox) {
    const done = ends.get(id) ?? [];
    const [candidate, ...more] = known.get(id) ?? [];
    if (!isWaiting(status) && status !== 'sent') discord.push(`row ${id} is ${status}`);
    if (done.length !== (status === 'sent' ? 1 : 0)) {
      discord.push(`row ${id} is ${status} and has ${done.length} ends`);
    }
    if (done.some((end) => end.memory_id !== memory_id)) discord.push(`row ${id} ended otherwise`);
    if ((status === 'sent') !== (payload === '')) discord.push(`row ${id} has a wrong payload`);
    if (candidate === undefined || more.length > 0 || candidate.memory_id !== memory_id) {
      discord.push(`row ${id} has no candidate of its own`);
    }
  }
  const ids = new Set(outbox.map(({ id }) => id));
  for (const id of [...known.keys(), ...ends.keys()]) {
    if (id === null || !ids.has(id)) discord.push(`there is no row ${id}`);
  }
  return discord;
}

/** Each memory is that of one row, and of no other. */
function findInArchive({ outbox, memories, usedKeys }: Records): readonly string[] {
  const rows = new Map(outbox.map((row) => [row.idempotency_key, row]));
  const kept = new Set(memories.map(({ id }) => id));
  const keys = groupBy(usedKeys, ({ memory_id }) => memory_id);
  const discord: string[] = [];
  for (const [content, same] of groupBy(memories, (memory) => memory.content)) {
    if (same.length > 1) discord.push(`${content} is there ${same.length} times`);
  }
  for (const { id, content } of memories) {
    if (keys.get(id)?.length !== 1) discord.push(`${content} has not one key`);
  }
  for (const { key, memory_id } of usedKeys) {
    const row = rows.get(key);
    if (row === undefined) discord.push(`memory ${memory_id} has no row`);
    else if (row.status === 'sent' && row.memory_id !== memory_id) {
      discord.push(`row ${row.id} is sent as ${row.memory_id} and kept as ${memory_id}`);
    }
  }
  for (const { id, status, memory_id } of outbox) {
    if (status === 'sent' && !kept.has(memory_id!)) discord.push(`row ${id} is sent, and nowhere`);
  }
  return discord;
}

/** A row that is held waits like any other, until the operator has removed the cause. */
function isWaiting(status: string | undefined): boolean {
  return status === 'pending' || status === 'held';
}

/** The things by what they have in common. */
function groupBy<K, T>(things: readonly T[], keyOf: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [thing]);
    else known.push(thing);
  }
  return groups;
}
