import { closing, eventually } from '@errata/testing';
import { describeStoreOfCircle } from '@errata/testing/stores';
import { expect, it } from 'vitest';
import { openArchive } from '../archive/open-archive.js';
import { memoryOf } from '../testing/memories.js';
import { startEmbeddings } from '../testing/start-embeddings.js';
import { cosine, toBytes } from './vector-index.js';

describeStoreOfCircle('memories with vectors', ({ createUrl }) => {
  const keep = closing();

  async function start(database?: string, model = 'a-model', timeout = 300_000) {
    const server = keep(await startEmbeddings());
    const states: (string | undefined)[] = [];
    const url = database ?? (await createUrl());
    const archive = await openArchive({
      ...{ database: url, now: Date.now },
      embeddings: {
        ...{ url: server.url, model, timeout, firstPause: 5 },
        breaker: { openFor: 5 },
        onState: (state) => void states.push(state),
      },
    });
    let closed = false;
    const close = async () => {
      if (!closed) await archive.close();
      closed = true;
    };
    keep({ close });
    const find = async (query: string, more: object = {}) =>
      (await archive.search({ query, top_k: 3, ...more })).map(({ content }) => content);
    return { server, archive, states, find, url, close };
  }

  it('are found by their meaning, with scores from 0 to 1', async () => {
    const { archive, find } = await start();
    for (const text of ['The launch is on Friday', 'Lunch is at noon', 'Three other words']) {
      await archive.add(memoryOf(text));
    }
    await archive.embedded();
    expect((await find('when do we ship'))[0]).toBe('The launch is on Friday');
    expect((await find('meal'))[0]).toBe('Lunch is at noon');
    const found = await archive.search({ query: 'launch on friday', top_k: 3 });
    expect(found.map(({ score }) => score)).toEqual([1, expect.any(Number), expect.any(Number)]);
    expect(found.every(({ score }) => score > 0 && score <= 1)).toBe(true);
  });

  it('never leave their space', async () => {
    const { archive, find } = await start();
    await archive.add(memoryOf('The launch is on Friday', { space: 'team:a' }));
    await archive.add(memoryOf('Lunch is at noon', { space: 'team:b', user_id: 'bob' }));
    await archive.embedded();
    expect(await find('ship', { space: 'team:b' })).toEqual(['Lunch is at noon']);
    expect(await find('ship', { user_id: 'bob' })).toEqual(['Lunch is at noon']);
    expect(await find('ship', { spaces: ['team:c'] })).toEqual([]);
  });

  it('lose their vector with their content', async () => {
    const { archive, find } = await start();
    const { id } = await archive.add(memoryOf('The launch is on Friday'));
    await archive.add(memoryOf('Three other words'));
    await archive.embedded();
    await archive.update(id, 'Lunch is at noon');
    await archive.embedded();
    expect((await find('meal'))[0]).toBe('Lunch is at noon');
    await archive.remove(id);
    expect(await find('meal')).toEqual(['Three other words']);
  });

  it('are stored and found by words while the server fails, and get their vectors later', async () => {
    const { server, archive, states, find } = await start(undefined, 'a-model', 200);
    for (const [at, mode] of (['hangs', { status: 500 }, { status: 401 }] as const).entries()) {
      server.setMode(mode);
      const { id } = await archive.add(memoryOf(`Launch number ${at}`));
      expect(await archive.find(id)).toBeDefined();
      expect(await find(`number ${at}`)).toContain(`Launch number ${at}`);
      expect(await find('ship')).toEqual([]);
    }
    await server.stop();
    await archive.add(memoryOf('Launch number 3'));
    expect(await find('ship')).toEqual([]);
    server.setMode('works');
    await server.start();
    await archive.embedded();
    await eventually(() => find('ship')).toHaveLength(3);
    expect(states.filter((state) => state === undefined).length).toBeGreaterThan(0);
    expect(states.at(-1)).toBeUndefined();
  });

  it('are not held up by one that the server refuses', async () => {
    const { server, archive, find } = await start();
    server.setMode({ refusing: 'poison' });
    await Promise.all(
      ['A poison pill', 'The launch', 'Lunch'].map((text) => archive.add(memoryOf(text))),
    );
    await archive.embedded();
    expect((await find('ship'))[0]).toBe('The launch');
    expect(await find('pill')).toContain('A poison pill');
    // A query that it refuses is searched by words.
    expect(await find('poison')).toEqual(['A poison pill']);
  });

  it('of before get their vectors, also with another model', async () => {
    const url = await createUrl();
    const plain = await openArchive({ database: url, now: Date.now });
    for (let at = 0; at < 70; at++) await plain.add(memoryOf(`Launch ${at}`));
    await plain.close();
    for (const model of ['first', 'second']) {
      const { server, archive, find, close } = await start(url, model);
      await archive.embedded();
      const texts = server.requests
        .filter((one) => one.model === model)
        .flatMap(({ input }) => input);
      expect(new Set(texts).size).toBe(70);
      expect(await find('ship')).toHaveLength(3);
      await close();
    }
  });

  it('all get their vectors when many are added and changed at once', async () => {
    const { archive, find } = await start();
    const adding = Array.from({ length: 60 }, (_, at) => archive.add(memoryOf(`Note ${at}`)));
    const ids = (await Promise.all(adding)).map(({ id }) => id);
    await Promise.all(ids.map((id, at) => archive.update(id, `Launch ${at}`)));
    await archive.embedded();
    expect(await find('ship', { top_k: 100 })).toHaveLength(60);
  });

  it('of another process have vectors as well', async () => {
    const one = await start();
    const other = await start(one.url);
    await one.archive.add(memoryOf('The launch'));
    await one.archive.embedded();
    expect(await other.find('ship')).toEqual(['The launch']);
  });

  it('are closed while the server hangs', async () => {
    const { server, archive, close } = await start();
    server.setMode('hangs');
    await archive.add(memoryOf('The launch'));
    await eventually(() => server.requests.length).toBeGreaterThan(0);
    await close();
    expect(server.requests[0]?.input).toEqual(['The launch']);
  });
});

it('a vector of bytes is as near as the vector itself', () => {
  const vector = Float32Array.from({ length: 384 }, (_, at) => Math.sin(at * 12.9898) / 20);
  const other = Float32Array.from({ length: 384 }, (_, at) => Math.sin(at * 78.233) / 20);
  const length = (all: Float32Array) => Math.sqrt(all.reduce((sum, each) => sum + each * each, 0));
  const product = vector.reduce((sum, each, at) => sum + each * other[at]!, 0);
  expect(cosine(vector, toBytes(vector)) / length(vector)).toBeCloseTo(1, 3);
  expect(cosine(vector, toBytes(other)) / length(vector)).toBeCloseTo(
    product / length(vector) / length(other),
    2,
  );
  expect(cosine(vector, toBytes(new Float32Array(384)))).toBe(0);
});
