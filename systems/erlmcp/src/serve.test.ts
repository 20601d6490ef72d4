import { connectHttp, connectTcp } from '@errata/prove';
import { describe, expect, it } from 'vitest';
import { serveHttp, serveTcp } from './serve.js';

const ERAS = ['2025-11-25', '2026-07-28'] as const;

describe.each(ERAS)('the sample in %s', (era) => {
  it('is served over HTTP', async () => {
    const serving = await serveHttp();
    try {
      expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
      const wire = await connectHttp({ url: serving.url, era });
      const { message } = await wire.callTool('add', { a: 1, b: 2 });
      await wire.close();
      expect(message).toMatchObject({ result: { structuredContent: { result: 3 } } });
    } finally {
      await serving.close();
    }
  });

  it('is served over TCP', async () => {
    const serving = await serveTcp();
    try {
      expect(serving.url).toBe(`tcp://127.0.0.1:${serving.port}`);
      const wire = await connectTcp({ host: '127.0.0.1', port: serving.port, era });
      const { message } = await wire.callTool('add', { a: 1, b: 2 });
      await wire.close();
      expect(message).toMatchObject({ result: { structuredContent: { result: 3 } } });
    } finally {
      await serving.close();
    }
  });
});

describe.each([
  ['HTTP', serveHttp],
  ['TCP', serveTcp],
])('a port for %s', (_name, serve) => {
  it('needs --trust-everybody beyond loopback', async () => {
    await expect(serve({ listen: { host: '0.0.0.0' } })).rejects.toThrow(
      'there are no tokens here: --host 0.0.0.0 needs --trust-everybody',
    );
    const serving = await serve({ listen: { host: '0.0.0.0', trustEverybody: true } });
    await serving.close();
    expect(serving.url).toContain('://0.0.0.0:');
  });

  it('that is taken is not served on', async () => {
    const first = await serve();
    try {
      await expect(serve({ listen: { port: first.port } })).rejects.toThrow('EADDRINUSE');
    } finally {
      await first.close();
    }
  });

  it('leaves no listeners behind when it is closed', async () => {
    const events = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'] as const;
    const before = events.map((event) => process.listenerCount(event));
    const serving = await serve();
    await serving.close();
    expect(events.map((event) => process.listenerCount(event))).toEqual(before);
  });
});

describe('over HTTP', () => {
  it('everybody is let in under any name of the host where everybody is trusted, and else not', async () => {
    const open = await serveHttp({ listen: { host: '0.0.0.0', trustEverybody: true } });
    const local = await serveHttp();
    const statusFor = async (port: number) => {
      const url = `http://127.0.0.1:${port}/mcp`;
      const wire = await connectHttp({ url, era: '2026-07-28' });
      const { status } = await wire.request('tools/list', {}, { host: 'calculator.example.org' });
      await wire.close();
      return status;
    };
    try {
      expect(await statusFor(open.port)).toBe(200);
      expect(await statusFor(local.port)).toBe(403);
    } finally {
      await Promise.all([open.close(), local.close()]);
    }
  });
});
