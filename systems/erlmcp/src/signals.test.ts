import { connectHttp, connectTcp } from '@errata/prove';
import { afterEach, expect, it, vi } from 'vitest';
import { serveHttp, serveTcp } from './serve.js';

afterEach(() => void vi.restoreAllMocks());

const era = '2025-11-25';

it.each([
  ['HTTP', serveHttp, ({ url }: Place) => connectHttp({ url, era })],
  ['TCP', serveTcp, ({ port }: Place) => connectTcp({ host: '127.0.0.1', port, era })],
])('a signal lets what is in progress over %s finish first', async (_name, serve, connect) => {
  const exited = new Promise<unknown>((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation(((code: unknown) => resolve(code)) as never);
  });
  const serving = await serve({ deadline: 0 });
  const wire = await connect(serving);
  // Once it has answered the second, it has begun with the first.
  const counting = wire.callTool('primes', { limit: 20_000_000 });
  await wire.request('ping');
  process.emit('SIGTERM', 'SIGTERM');
  const { message } = await counting;
  expect(message).toMatchObject({ result: { structuredContent: { count: 1_270_607 } } });
  await wire.close();
  expect(await exited).toBe(143);
  await serving.close();
  await expect(connect(serving)).rejects.toThrow();
});

interface Place {
  readonly url: string;
  readonly port: number;
}
