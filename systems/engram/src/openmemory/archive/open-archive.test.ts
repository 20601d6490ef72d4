import { closing, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../testing/memories.js';
import { openArchive, storageProblem } from './open-archive.js';

const keep = closing();
const file = temporaryFolder();
const now = () => Date.UTC(2026, 0, 30);

const open = async (database = ':memory:', maxBytes?: number) =>
  keep(await openArchive({ database, now, ...(maxBytes !== undefined && { maxBytes }) }));

/** A text of so many bytes without repetitions, which the index cannot store in less. */
const textOf = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 8) }, (_, at) =>
    ((at * 2_654_435_761) % 2 ** 32).toString(36).padStart(8, 'x'),
  ).join('');

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('an archive', () => {
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
    const path = file('shared.db');
    const archives = [await open(path), await open(path)];
    const added = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        archives[at % 2]!.add(memoryOf(`text ${at}`), `key-${at % 6}`),
      ),
    );
    expect(new Set(added.map(({ id }) => id))).toHaveLength(6);
    expect(await archives[0]!.count()).toBe(6);
  });

  it('keeps everything when it is opened again, also which keys were used', async () => {
    const path = file('again.db');
    const before = await openArchive({ database: path, now });
    const { id } = await before.add(memoryOf('still here'), 'key-1');
    await before.close();
    const after = await open(path);
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

describe('a full archive', () => {
  it.each([':memory:', 'filled.db'])('refuses even the smallest addition (%s)', async (name) => {
    const archive = await open(name === ':memory:' ? name : file(name));
    const { id } = await archive.add(memoryOf('before the disk was full'), 'key-0');
    await archive.add(memoryOf(textOf(50_000)));
    await archive.fill();
    for (let at = 0; at < 20; at++) {
      const failure = await failureOf(archive.add(memoryOf('x'), `key-${at + 1}`));
      expect(storageProblem(failure)).toBe('full');
    }
    expect(await archive.count()).toBe(2);
    expect(await archive.add(memoryOf('again'), 'key-0')).toEqual({ id, deduplicated: true });
    expect(await archive.search({ query: 'before', top_k: 5 })).toMatchObject([{ id }]);
    expect(await archive.remove(id)).toBe(true);

    await archive.unfill();
    expect(await archive.add(memoryOf('after'), 'key-1')).toEqual({ id: expect.any(String) });
    expect(await archive.search({ query: 'after', top_k: 5 })).toHaveLength(1);
    expect(await archive.count()).toBe(2);
  });

  it('is full at the size it may have, and takes more when something is removed', async () => {
    const archive = await open(file('limited.db'), 400_000);
    const ids: string[] = [];
    let failure: unknown;
    while (failure === undefined && ids.length < 500) {
      const content = `${ids.length} ${textOf(4_000)}`;
      failure = await archive.add(memoryOf(content)).then(
        ({ id }) => void ids.push(id),
        (error: unknown) => error,
      );
    }
    expect(storageProblem(failure)).toBe('full');
    expect(ids.length).toBeGreaterThan(3);
    expect(await archive.count()).toBe(ids.length);
    for (const id of ids.slice(0, -1)) expect(await archive.remove(id)).toBe(true);
    expect(await archive.add(memoryOf('there is room'))).toEqual({ id: expect.any(String) });
    await archive.fill();
    await archive.unfill();
    expect(storageProblem(await failureOf(archive.add(memoryOf(textOf(400_000)))))).toBe('full');
  });
});
