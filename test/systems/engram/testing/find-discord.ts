import { groupBy } from './group.js';
import type { Records } from './read-records.js';

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
    if (status !== 'pending' && status !== 'sent') discord.push(`row ${id} is ${status}`);
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
