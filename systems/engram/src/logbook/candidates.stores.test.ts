import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeLogbooks, START } from './testing/describe-logbooks.js';

describeLogbooks('the candidates', ({ open }) => {
  const filled = async (...contents: string[]) => {
    const opened = await open();
    const { candidates } = opened.logbook;
    for (const content of contents) {
      await candidates.add({ space: 'team:a', actor: 'ann', content, outboxId: 1 });
    }
    const search = async (query: string, spaces = ['team:a'], limit = 10) =>
      (await candidates.search({ query, spaces, limit })).map(({ content }) => content);
    return { ...opened, candidates, search };
  };

  it('are found by any word in any case, those with most words first, then the newest, no more than asked', async () => {
    const { search } = await filled('Deploy on Monday', 'deploy the Gateway on monday', 'other');
    expect(await search('monday DEPLOY')).toEqual([
      'deploy the Gateway on monday',
      'Deploy on Monday',
    ]);
    expect(await search('monday', ['team:a'], 1)).toEqual(['deploy the Gateway on monday']);
    expect(await search('monday other deploy')).toEqual([
      'deploy the Gateway on monday',
      'Deploy on Monday',
      'other',
    ]);
    expect(await search('tuesday')).toEqual([]);
    expect(await search('  ')).toEqual([]);
  });

  it('are found in the spaces that are asked for and in no other', async () => {
    const { candidates, search } = await filled('in the team');
    await candidates.add({
      space: 'private:bob',
      actor: 'bob',
      content: 'in private',
      outboxId: 1,
    });
    expect(await search('in')).toEqual(['in the team']);
    expect(await search('in', ['private:bob', 'team:a'])).toHaveLength(2);
    expect(await search('in', [])).toEqual([]);
    expect(await search('in', ['%', 'team:a\0', 'team:A'])).toEqual([]);
  });

  it('take the signs of patterns for what they are', async () => {
    const { search } = await filled('100% sure', 'a_b', 'axb', 'back\\slash', '团队发布流程');
    expect(await search('%')).toEqual(['100% sure']);
    expect(await search('a_b')).toEqual(['a_b']);
    expect(await search('\\')).toEqual(['back\\slash']);
    expect(await search("' or 1=1 --")).toEqual([]);
    expect(await search('发布')).toEqual(['团队发布流程']);
  });

  it('are searched for anything without a failure, and find themselves', async () => {
    const { candidates, search } = await filled();
    const texts = fc.string({ unit: 'grapheme', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await candidates.add({ space: 'team:a', actor: 'ann', content: text, outboxId: 1 });
        const hits = await search(text, ['team:a'], 1_000);
        const words = text.replaceAll('\0', '').split(/\s+/u).join('');
        // Capitals beyond ASCII are as the database knows them, which is the same on both sides of the comparison.
        expect(hits.includes(text.replaceAll('\0', ''))).toBe(words !== '');
      }),
      { numRuns: 60 },
    );
    expect(await search('x'.repeat(200_000))).toEqual([]);
    expect(await search('a '.repeat(50_000))).toBeDefined();
  });

  it('have a hash, a kind where there is one, and the id of the memory when it is known', async () => {
    const { candidates } = (await open()).logbook;
    const content = 'Roll back first';
    const about = { space: 'team:a', actor: 'ann', content };
    const id = await candidates.add({ ...about, kind: 'PROCEDURE', outboxId: 7 });
    const query = { query: 'roll', spaces: ['team:a'], limit: 10 };
    const [found] = await candidates.search(query);
    expect(found).toEqual({
      ...{ id, ...about, kind: 'PROCEDURE', created_at: START, outbox_id: 7, memory_id: null },
      metadata: null,
      content_hash: createHash('sha256').update(content).digest('hex'),
    });
    expect(await candidates.setMemoryId(7, 'm1')).toBe(true);
    expect(await candidates.setMemoryId(8, 'm2')).toBe(false);
    await candidates.add({ ...about, outboxId: 8 });
    expect(await candidates.setMemoryId(8, 'm2')).toBe(true);
    expect((await candidates.search(query)).map(({ memory_id }) => memory_id)).toEqual([
      'm2',
      'm1',
    ]);
    expect(await candidates.remove({ memoryId: 'm1' })).toBe(1);
    expect(await candidates.remove({ memoryId: 'm1' })).toBe(0);
    expect(await candidates.search(query)).toHaveLength(1);
    expect(await candidates.remove({ outboxId: 8 })).toBe(1);
    expect(await candidates.search(query)).toEqual([]);
  });
});
