import { closing } from '@errata/testing';
import { describeStoreOfCircle } from '@errata/testing/stores';
import { expect, it } from 'vitest';
import { memoryOf } from '../testing/memories.js';
import { openArchive } from './open-archive.js';

const now = () => Date.UTC(2026, 0, 30);

describeStoreOfCircle('an archive', ({ createUrl }) => {
  const keep = closing();
  const open = async (database?: string) =>
    keep(await openArchive({ database: database ?? (await createUrl()), now }));

  it('gives back what it was given', async () => {
    const archive = await open();
    const memory = memoryOf("It's 5 o'clock \u{1f600}\nat 'night'", {
      kind: 'PITFALL',
      metadata: { evidence: ['a', 1, null], nested: { deep: true } },
    });
    const { id } = await archive.add(memory);
    expect(await archive.find(id)).toEqual({
      ...memory,
      id,
      created_at: '2026-01-30T00:00:00.000Z',
    });
    const bare = await archive.add(memoryOf('bare'));
    expect(await archive.find(bare.id)).toMatchObject({ kind: null, metadata: null });
    expect(await archive.find('nothing')).toBeUndefined();
    expect(await archive.count()).toBe(2);
  });

  it('stores nothing twice under the same key', async () => {
    const archive = await open();
    const first = await archive.add(memoryOf('once'), 'key-1');
    expect(first).toEqual({ id: expect.any(String) });
    expect(await archive.add(memoryOf('twice'), 'key-1')).toEqual({
      id: first.id,
      deduplicated: true,
    });
    expect(await archive.add(memoryOf('twice'), 'key-2')).not.toEqual(first);
    expect(await archive.count()).toBe(2);
    expect((await archive.find(first.id))?.content).toBe('once');
  });

  it('stores nothing twice when two programs share its file', async () => {
    const url = await createUrl();
    const archives = [await open(url), await open(url)];
    const added = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        archives[at % 2]!.add(memoryOf(`text ${at}`), `key-${at % 6}`),
      ),
    );
    expect(new Set(added.map(({ id }) => id))).toHaveLength(6);
    expect(await archives[0]!.count()).toBe(6);
  });

  it('keeps everything when it is opened again, also which keys were used', async () => {
    const url = await createUrl();
    const before = await openArchive({ database: url, now });
    const { id } = await before.add(memoryOf('still here'), 'key-1');
    await before.close();
    const after = await open(url);
    expect((await after.find(id))?.content).toBe('still here');
    expect(await after.search({ query: 'still', top_k: 5 })).toMatchObject([{ id }]);
    expect(await after.add(memoryOf('again'), 'key-1')).toEqual({ id, deduplicated: true });
  });

  it('removes a memory for good: it is not found, and a late repetition does not bring it back', async () => {
    const archive = await open();
    const { id } = await archive.add(memoryOf('forget me'), 'key-1');
    expect(await archive.remove(id)).toBe(true);
    expect(await archive.remove(id)).toBe(false);
    expect(await archive.search({ query: 'forget', top_k: 5 })).toEqual([]);
    expect(await archive.add(memoryOf('forget me'), 'key-1')).toEqual({ id, deduplicated: true });
    expect(await archive.count()).toBe(0);
  });
});
