import { closing } from '@errata/testing';
import { describeStoreOfCircle } from '@errata/testing/stores';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MemoryQuery } from '../memory.js';
import { memoryOf } from '../testing/memories.js';
import { openArchive, type Archive } from './open-archive.js';

async function contentsOf(archive: Archive, query: string, more: Partial<MemoryQuery> = {}) {
  return (await archive.search({ query, top_k: 10, ...more })).map(({ content }) => content);
}

const TEXTS = [
  'Deploy on Fridays only with two reviewers',
  'The deployment of the search index takes an hour',
  'C++ builds need the flag -O2',
  '数据库部署流程：先备份，再迁移',
  '前端发布说明',
  '東京のサーバーを再起動する',
  '100% of "quoted" text_with_underscores',
];

describeStoreOfCircle('a search', ({ createUrl }) => {
  const keep = closing();

  async function archiveOf(...contents: string[]): Promise<Archive> {
    const archive = keep(await openArchive({ database: await createUrl(), now: Date.now }));
    for (const content of contents) await archive.add(memoryOf(content));
    return archive;
  }

  it.each([
    ['deploy', [TEXTS[0], TEXTS[1]]],
    ['DEPLOYMENT', [TEXTS[0], TEXTS[1]]],
    ['fridays reviewers', [TEXTS[0]]],
    ['C++', [TEXTS[2]]],
    ['-O2', [TEXTS[2]]],
    ['数据库', [TEXTS[3]]],
    ['部署', [TEXTS[3]]],
    ['数据库的部署流程是什么', [TEXTS[3]]],
    ['サーバー', [TEXTS[5]]],
    ['发布 流程', [TEXTS[4], TEXTS[3]]],
    ['index 发布', [TEXTS[1], TEXTS[4]]],
    ['"quoted"', [TEXTS[6]]],
    ['0%', [TEXTS[6]]],
    ['t_', [TEXTS[6]]],
    ['_', [TEXTS[6]]],
    ['%', [TEXTS[6]]],
    ['nowhere to be found zzz', []],
    ['', []],
    [' \n\t ', []],
    ['\\', []],
    ['NOT deploy', [TEXTS[0], TEXTS[1]]],
    ['content: xyzzy', []],
    ['xyzzy*', []],
    ['NEAR(xyzzy, 3)', []],
  ])('for %j', async (query, expected) => {
    const archive = await archiveOf(...TEXTS);
    expect((await contentsOf(archive, query)).sort()).toEqual([...expected].sort());
  });

  it.each([
    ['when do we ship', 'We ship on Friday'],
    ['deployments', 'Deploy on Mondays'],
    ['deploying', 'Deploy on Mondays'],
    ['searching an index', 'Indexes are searched at night'],
    ['user by id', 'getUserById is deprecated'],
    ['config', 'The configuration is in one file'],
    ['什么时候发布', '我们每周五发布新版本'],
    ['税', '报税日期是五月'],
    ['who are we', 'We are the platform team'],
  ])('for %j finds %j', async (query, content) => {
    const archive = await archiveOf('Lunch is at noon', content, '午饭在十二点');
    expect((await contentsOf(archive, query))[0]).toBe(content);
  });

  it('follows a memory that is changed or removed', async () => {
    const archive = await archiveOf('We ship on Friday');
    const { id } = (await archive.search({ query: 'ship', top_k: 1 }))[0]!;
    await archive.update(id, '我们每周一发布');
    expect(await contentsOf(archive, 'ship friday')).toEqual([]);
    expect(await contentsOf(archive, '发布')).toEqual(['我们每周一发布']);
    await archive.remove(id);
    expect(await contentsOf(archive, '发布')).toEqual([]);
  });

  it('finds a memory of 100,000 bytes by its words', async () => {
    const pairs = (_: unknown, at: number) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000));
    const chinese = Array.from({ length: 33_000 }, pairs).join('');
    const camel = Array.from({ length: 9_000 }, (_, at) => `aB${at}cD${at}`).join(' ');
    const archive = await archiveOf(chinese, camel.slice(0, 100_000));
    expect(await contentsOf(archive, chinese.slice(100, 104))).toEqual([chinese]);
    expect(await contentsOf(archive, 'aB42cD42')).toHaveLength(1);
  });

  it('ranks what fits better higher, and says so with its score', async () => {
    const archive = await archiveOf(
      'A very long text about many things, among them a router, a switch and a lot of cables',
      'router router router',
      'router and firewall',
      ...Array.from({ length: 10 }, (_, at) => `something else ${at}`),
    );
    const found = await archive.search({ query: 'router firewall', top_k: 3 });
    expect(found[0]?.content).toBe('router and firewall');
    expect(found).toHaveLength(3);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(scores[0]).toBe(1);
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    expect(scores[0]).toBeGreaterThan(scores[2]!);
  });

  it('puts those with most of its short words first, then the newest', async () => {
    const archive = await archiveOf('ab', 'ab cd', 'cd', 'ef');
    expect(await contentsOf(archive, 'ab cd')).toEqual(['ab cd', 'cd', 'ab']);
  });

  it('finds no more than it is asked for, and only in the space and of the user that it is asked for', async () => {
    const archive = await archiveOf();
    for (const space of ['team:a', 'team:b']) {
      for (const user_id of ['alice', 'bob']) {
        await archive.add(memoryOf(`note of ${user_id} in ${space}`, { space, user_id }));
      }
    }
    for (const query of ['note', 'of']) {
      expect(await contentsOf(archive, query)).toHaveLength(4);
      expect(await contentsOf(archive, query, { top_k: 3 })).toHaveLength(3);
      expect(await contentsOf(archive, query, { space: 'team:a' })).toHaveLength(2);
      expect(await contentsOf(archive, query, { user_id: 'bob' })).toHaveLength(2);
      expect(await contentsOf(archive, query, { user_id: 'bob', space: 'team:b' })).toEqual([
        'note of bob in team:b',
      ]);
      expect(await contentsOf(archive, query, { spaces: ['team:a', 'team:c'] })).toHaveLength(2);
      expect(await contentsOf(archive, query, { spaces: ['team:a', 'team:b'] })).toHaveLength(4);
      expect(await contentsOf(archive, query, { spaces: [] })).toEqual([]);
    }
  });

  it('never fails, whatever the query is', async () => {
    const archive = await archiveOf(...TEXTS);
    const piece = fc.oneof(
      fc.constantFrom('"', "'", '*', '^', ':', '(', ')', '+', '-', '{', '}', ',', '\\', '%', '_'),
      fc.constantFrom('AND', 'OR', 'NOT', 'NEAR', 'content', '\0', '\u0001', '\ud800', '部署', ';'),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(' ', '\n', 'deploy', 'ab', 'c'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        for (const gap of ['', ' ']) await contentsOf(archive, pieces.join(gap));
      }),
      { numRuns: 300 },
    );
    const long = Array.from({ length: 20_000 }, (_, at) => `word${at} 数${at}据库部署`).join(' ');
    expect(await contentsOf(archive, long)).toBeInstanceOf(Array);
  });

  it('finds a text by any part of it that is a word', async () => {
    const archive = await archiveOf();
    const letters = fc.constantFrom(...'abcdeABCDE"*%_-+:数据库部署ñß😀');
    const word = fc.array(letters, { minLength: 1, maxLength: 8 }).map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 6 }), async (words) => {
        const content = words.join(' ');
        const { id } = await archive.add(memoryOf(content));
        for (const part of words) expect(await contentsOf(archive, part)).toEqual([content]);
        await archive.remove(id);
      }),
      { numRuns: 60 },
    );
    expect(await archive.count()).toBe(0);
  });
});
