import { groupBy } from './group.js';
import type { Records } from './read-records.js';
import { contentOf } from './run-writers.js';
import type { Reply } from './store.js';

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
    const waits = row?.status === 'pending' && row.payload.includes(`"${content}"`);
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
    expected(content, 'was sent by somebody', sent.has(content));
  }
  return broken;
}
