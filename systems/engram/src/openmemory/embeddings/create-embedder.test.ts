import { closing } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { startEmbeddings } from '../testing/start-embeddings.js';
import { createEmbedder, EmbeddingFailure } from './create-embedder.js';

const keep = closing();

async function start(more: Partial<Parameters<typeof createEmbedder>[0]> = {}) {
  const server = keep(await startEmbeddings());
  const embedder = keep(createEmbedder({ url: server.url, model: 'a-model', ...more }));
  const texts = (...all: string[]) => embedder.texts(all, new AbortController().signal);
  return { server, embedder, texts };
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an embedder', () => {
  it('sends model and key, and gives one vector for each text in the order of the texts', async () => {
    const { server, embedder, texts } = await start({ apiKey: 'sk-1' });
    const [ship, lunch] = await texts('ship', 'lunch');
    expect(ship?.indexOf(Math.max(...ship))).toBe(0);
    expect(lunch?.indexOf(Math.max(...lunch))).toBe(2);
    expect(await embedder.query('release')).toEqual(await embedder.query('ship'));
    expect(server.requests[0]).toEqual({
      ...{ key: 'Bearer sk-1', model: 'a-model', input: ['ship', 'lunch'] },
    });
  });

  it.each(['', '/', '/embeddings'])('takes the URL with %j at its end', async (end) => {
    const { server } = await start();
    const embedder = keep(createEmbedder({ url: `${server.url}${end}`, model: 'm' }));
    expect(await embedder.query('ship')).toHaveLength(64);
    expect(server.requests[0]).not.toHaveProperty('key', expect.anything());
  });

  it.each(['ftp://x', 'nonsense', 'http://user:secret@127.0.0.1/v1'])('rejects %s', (url) => {
    expect(() => createEmbedder({ url, model: 'm' })).toThrow(/^The URL for embeddings/);
    expect(() => createEmbedder({ url, model: 'm' })).not.toThrow(/secret/);
  });

  it('rejects a key that no header can carry', () => {
    const options = { url: 'http://127.0.0.1/v1', model: 'm', apiKey: 'a\nb' };
    expect(() => createEmbedder(options)).toThrow(/^The key for embeddings/);
  });

  it('sends at most 8,000 characters of a text', async () => {
    const { server, embedder } = await start();
    await embedder.query(`${'x'.repeat(7_999)}😀`);
    expect(server.requests[0]?.input[0]).toBe(`${'x'.repeat(7_999)}\ufffd`);
  });

  it.each([
    [{ status: 401 }, 'HTTP 401', false],
    [{ status: 429 }, 'HTTP 429', false],
    [{ status: 500 }, 'HTTP 500', false],
    [{ status: 400 }, 'HTTP 400', true],
    [{ status: 413 }, 'HTTP 413', true],
    [{ body: '<html>' }, 'the answer has no vectors', false],
    [{ body: '{"data":[]}' }, 'the answer does not have one vector for each text', false],
    [
      { body: '{"data":[{"embedding":[]}]}' },
      'the answer does not have one vector for each text',
      false,
    ],
    [
      { body: '{"data":[{"index":1,"embedding":[1]}]}' },
      'the answer does not have one vector for each text',
      false,
    ],
    [
      { body: '{"data":[{"index":900000000,"embedding":[1]}]}' },
      'the answer does not have one vector for each text',
      false,
    ],
    [{ body: '{"data":[{"embedding":["a"]}]}' }, 'the answer has no vectors', false],
    ['hangs', 'no answer within 0.05 s', false],
  ] as const)('fails for %j', async (mode, message, refused) => {
    const { server, embedder } = await start({ timeout: mode === 'hangs' ? 50 : 300_000 });
    server.setMode(mode);
    const failure = await failureOf(embedder.query('x'));
    expect(failure).toBeInstanceOf(EmbeddingFailure);
    expect(failure).toMatchObject({ message, refused });
  });

  it('fails for an answer that is longer than a vector can be', async () => {
    const { server, embedder } = await start();
    server.setMode({ body: '['.repeat(600_000) });
    expect(await failureOf(embedder.query('x'))).toMatchObject({
      message: 'the answer is too large',
    });
  });

  it('fails for an answer with two vectors for the same text', async () => {
    const { server, texts } = await start();
    server.setMode({ body: '{"data":[{"index":1,"embedding":[1]},{"index":1,"embedding":[1]}]}' });
    expect(await failureOf(texts('a', 'b'))).toMatchObject({
      message: 'the answer does not have one vector for each text',
    });
  });

  it('leaves a server alone that failed three times, and says why', async () => {
    const { server, embedder } = await start({ breaker: { openFor: 100_000 } });
    await server.stop();
    for (let at = 0; at < 5; at++) {
      expect(await failureOf(embedder.query('x'))).toMatchObject({ message: 'ECONNREFUSED' });
    }
    await server.start();
    expect(await failureOf(embedder.query('x'))).toMatchObject({ message: 'ECONNREFUSED' });
    expect(server.requests).toEqual([]);
  });
});
