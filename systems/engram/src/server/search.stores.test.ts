import { connectHttp } from '@errata/prove';
import { closing, eventually, temporaryFolder } from '@errata/testing';
import { describeStoreOfCircle } from '@errata/testing/stores';
import { expect, it } from 'vitest';
import { startEmbeddings } from '../openmemory/testing/start-embeddings.js';
import { serveHttp } from './serve-engram.js';
import { resultOf } from './testing/answers.js';

describeStoreOfCircle('the search of a gateway with its own memory', ({ createUrl }) => {
  const keep = closing();
  const file = temporaryFolder();
  let homes = 0;

  async function start(options: object = {}, env: Readonly<Record<string, string>> = {}) {
    const serving = keep(
      await serveHttp({
        ...{ memories: await createUrl(), members: ['ann', 'bob'], ...options },
        env: { HOME: file(`home-${++homes}`), ...env },
        http: { trustEverybody: true },
      }),
    );
    const wire = keep(await connectHttp({ url: serving.url, era: '2025-11-25' }));
    const call = async (tool: string, args: object) =>
      resultOf(await wire.callTool(tool, { actor: 'ann', ...args })).structuredContent as {
        ok: boolean;
        memory_id?: string;
        degraded?: boolean;
        results?: { content: string; score: number }[];
      };
    const find = async (query: string, more: object = {}) => {
      const { results, degraded } = await call('memory_query', { query, ...more });
      expect(degraded).toBeUndefined();
      return results!.map(({ content }) => content);
    };
    return { call, find };
  }

  it('finds "We ship on Friday" for "when do we ship", with a score from 0 to 1', async () => {
    const { call, find } = await start();
    const { memory_id } = await call('memory_store', { content: 'We ship on Friday' });
    await call('memory_store', { content: 'We ship on Monday', actor: 'bob' });
    const { results } = await call('memory_query', { query: 'when do we ship' });
    expect(results).toMatchObject([{ content: 'We ship on Friday', score: 1 }]);
    await call('memory_update', { memory_id, content: '我们每周五发布' });
    expect(await find('when do we ship')).toEqual([]);
    expect(await find('什么时候发布')).toEqual(['我们每周五发布']);
    await call('memory_delete', { memory_id });
    expect(await find('什么时候发布')).toEqual([]);
  });

  it('finds by meaning, and goes on by words when the server for embeddings is gone', async () => {
    const server = keep(await startEmbeddings());
    const embeddings = { embeddings: server.url, embeddingsModel: 'm' };
    const { call, find } = await start(embeddings, { ERRATA_ENGRAM_EMBEDDINGS_KEY: 'sk-canary-1' });
    await call('memory_store', { content: 'The launch is on Friday' });
    await eventually(() => find('when do we ship')).toEqual(['The launch is on Friday']);
    expect(new Set(server.requests.map(({ key }) => key))).toEqual(new Set(['Bearer sk-canary-1']));
    await server.stop();
    expect(await call('memory_store', { content: 'Lunch is at noon' })).toMatchObject({ ok: true });
    expect(await find('noon')).toEqual(['Lunch is at noon']);
    expect(await find('launch')).toEqual(['The launch is on Friday']);
  });

  it('survives any query', async () => {
    const { call } = await start();
    await call('memory_store', { content: 'We ship on Friday' });
    for (const query of [
      ...['"', '""', "'", 'NEAR(a b, 3)', 'a AND', 'OR', '* ^ : ( )', 'words : ship', '-', '%_\\'],
      ...['the of and', '?!', '😀', '税', 'x'.repeat(10_000), 'ship '.repeat(2_000).trim()],
      ...['ship); drop table memories; --', "ship' or 1=1", '\u0001', 'ship:*', '!ship', '<->'],
    ]) {
      expect(await call('memory_query', { query }), query).toMatchObject({ ok: true });
    }
    expect(await call('memory_query', { query: 'ship' })).toMatchObject({
      results: [{ score: 1 }],
    });
  });
});
