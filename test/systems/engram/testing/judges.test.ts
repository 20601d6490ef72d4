import { describe, expect, it } from 'vitest';
import { findBrokenPromises, findDiscord, type Records } from './judges.js';
import type { Reply } from './store.js';

const AT = '2026-01-01T00:00:00.000Z';

const row = (id: number, sent: boolean) => ({
  ...{ id, idempotency_key: `key-${id}`, attempts: 0, correlation_id: `corr-${id}` },
  ...{ destination: null, lease_owner: null, lease_until: null, last_error: null },
  ...{ next_attempt_at: AT, created_at: AT, updated_at: AT },
  payload: sent ? '' : JSON.stringify({ content: `drillwrite${id}` }),
  status: sent ? 'sent' : 'pending',
  memory_id: sent ? `memory-${id}` : null,
});
const entry = (id: number, action: string) => ({
  ...{ id: 0, at: AT, actor: 'ann', tool: 'memory_store', correlation_id: `corr-${id}`, action },
  ...{ space: null, reason: null, rule: null, evidence: null, detail: null },
  outbox_id: action === 'done' ? id : null,
  memory_id: action === 'done' ? `memory-${id}` : null,
});
const candidate = (id: number, sent: boolean) => ({
  ...{ id, space: 'private:ann', actor: 'ann', kind: null, content_hash: '', created_at: AT },
  metadata: null,
  ...{ content: `drillwrite${id}`, outbox_id: id, memory_id: sent ? `memory-${id}` : null },
});
const memory = (id: number, content = `drillwrite${id}`) => ({
  ...{ id: `memory-${id}`, content, user_id: 'ann', space: 'private:ann' },
  ...{ kind: null, metadata: null, created_at: AT, words: '', word_count: 0, revision: 1 },
});
const usedKey = (id: number) => ({ key: `key-${id}`, memory_id: `memory-${id}` });

/** The first is kept, the second waits. */
const SOUND: Records = {
  outbox: [row(0, true), row(1, false)],
  audit: [entry(0, 'allow'), entry(1, 'redirect'), entry(0, 'done')],
  candidates: [candidate(0, true), candidate(1, false)],
  memories: [memory(0)],
  usedKeys: [usedKey(0)],
};

describe('records', () => {
  it('that belong together are in accord, also where the end of a row is not noted yet', () => {
    expect(findDiscord(SOUND)).toEqual([]);
    const ahead = { memories: [memory(0), memory(1)], usedKeys: [usedKey(0), usedKey(1)] };
    expect(findDiscord({ ...SOUND, ...ahead })).toEqual([]);
  });

  it.each<[string, Partial<Records>]>([
    ['a row without a decision', { audit: [entry(0, 'allow'), entry(0, 'done')] }],
    ['a decision without a row', { audit: [...SOUND.audit, entry(2, 'allow')] }],
    ['two decisions', { audit: [...SOUND.audit, entry(1, 'allow')] }],
    ['two ends', { audit: [...SOUND.audit, entry(0, 'done')] }],
    ['an end that is none', { audit: [...SOUND.audit, entry(1, 'done')] }],
    ['no end', { audit: SOUND.audit.slice(0, 2) }],
    ['a row that was given up', { outbox: [row(0, true), { ...row(1, false), status: 'dead' }] }],
    ['no candidate', { candidates: [candidate(0, true)] }],
    ['a candidate without a row', { candidates: [...SOUND.candidates, candidate(2, false)] }],
    ['a memory that is lost', { memories: [], usedKeys: [] }],
    ['a memory twice', { memories: [memory(0), memory(1, 'drillwrite0')], usedKeys: [usedKey(0)] }],
    ['a memory from nowhere', { memories: [memory(0), memory(2)], usedKeys: [usedKey(2)] }],
  ])('with %s are not', (_, change) => {
    expect(findDiscord({ ...SOUND, ...change })).not.toEqual([]);
  });
});

const STORED: Reply = { kind: 'stored', ref: 'corr-0', memoryId: 'memory-0' };
const DEFERRED: Reply = { kind: 'deferred', ref: 'corr-1', outboxId: 1 };
const REFUSED: Reply = { kind: 'refused', reason: 'X', text: '' };
const LOST: Reply = { kind: 'lost' };

describe('what clients received', () => {
  const judge = (first: Reply, second: Reply, change: Partial<Records> = {}) => {
    const replies = new Map([first, second].map((reply, n) => [n, reply]));
    return findBrokenPromises(replies, { ...SOUND, ...change });
  };

  it('holds', () => {
    expect(judge(STORED, DEFERRED)).toEqual([]);
    expect(judge(LOST, LOST)).toEqual([]);
  });

  it.each<[string, Reply, Reply, Partial<Records>?]>([
    ['stored, and gone', STORED, DEFERRED, { memories: [] }],
    ['stored under another id', { ...STORED, memoryId: 'memory-9' }, DEFERRED],
    ['deferred, and gone', STORED, DEFERRED, { candidates: [candidate(0, true)] }],
    [
      'deferred, and emptied',
      STORED,
      DEFERRED,
      { outbox: [row(0, true), { ...row(1, false), payload: '' }] },
    ],
    ['deferred elsewhere', STORED, { ...DEFERRED, outboxId: 9 }],
    ['decided under another id', STORED, { ...DEFERRED, ref: 'corr-9' }],
    ['refused, and there', STORED, REFUSED],
    ['lost, and there twice', LOST, DEFERRED, { memories: [memory(0), memory(2, 'drillwrite0')] }],
  ])('does not hold where it was %s', (_, first, second, change) => {
    expect(judge(first, second, change)).not.toEqual([]);
  });

  it('does not hold where there is something that was never sent', () => {
    expect(judge(STORED, DEFERRED, { memories: [memory(0), memory(7)] })).not.toEqual([]);
  });
});
