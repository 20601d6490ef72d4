import { closing, temporaryFolder } from '@errata/testing';
import { connectStdio, type Answer } from '@errata/prove';
import { programOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { errorOf } from './testing/answers.js';
import { startGateway, TOKENS } from './testing/start-gateway.js';

const close = closing();
const file = temporaryFolder();

/** §2.1: every error has these four. */
const REQUIRED = {
  ...{ category: 'protocol', reason: 'INVALID_REQUEST', retryable: false },
  correlation_id: expect.stringMatching(/^corr-[0-9a-f]{16}$/) as string,
};

const META = 'io.modelcontextprotocol/protocolVersion';

describe.each(['en', 'zh'] as const)('failures that MCP itself defines, in %s', (lang) => {
  const words = lang === 'zh' ? /\p{Script=Han}/u : /^[^\p{Script=Han}]+$/u;

  it('an unknown version over HTTP has MCP’s members and the four of the seed', async () => {
    const gateway = close(await startGateway({ lang }));
    const ann = await gateway.connect(TOKENS.ann, '2026-07-28');
    const answer = await ann.request(
      'tools/list',
      { _meta: { [META]: '2099-01-01' } },
      { 'mcp-protocol-version': '2099-01-01' },
    );
    expect(errorOf(answer)).toMatchObject({
      ...{ code: -32022, message: expect.stringMatching(words) },
      data: { supported: ['2026-07-28'], requested: '2099-01-01', ...REQUIRED },
    });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).data.correlation_id).toBe(answer.headers?.get('x-correlation-id'));
  });

  it('a header that does not say what the body says has the same', async () => {
    const gateway = close(await startGateway({ lang }));
    const ann = await gateway.connect(TOKENS.ann, '2026-07-28');
    const args = { name: 'memory_query', arguments: { query: 'x' } };
    const answer = await ann.request('tools/call', args, { 'mcp-name': 'memory_delete' });
    expect(errorOf(answer)).toMatchObject({
      ...{ code: -32020, message: expect.stringMatching(words) },
      data: { header: 'Mcp-Name', ...REQUIRED },
    });
    expect(answer.status).toBe(400);
  });

  it('an unknown version on stdio has the same, first and later', async () => {
    const program = await programOf(new URL('./testing/stdio-program.ts', import.meta.url));
    const wire = close(
      await connectStdio({
        ...{ command: process.execPath, era: '2026-07-28' },
        args: [program, file(`${lang}.db`), file(`${lang}-evidence`), 'http://127.0.0.1:9', lang],
      }),
    );
    const ask = (): Promise<Answer> =>
      wire.request('tools/list', { _meta: { [META]: '2099-01-01' } });
    const first = await ask();
    await wire.request('tools/list', {});
    for (const answer of [first, await ask()]) {
      expect(errorOf(answer)).toMatchObject({
        ...{ code: -32022, message: expect.stringMatching(words) },
        data: { supported: ['2026-07-28'], requested: '2099-01-01', ...REQUIRED },
      });
    }
  });
});
