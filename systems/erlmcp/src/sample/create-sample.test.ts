import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useFolder } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { createSample } from './create-sample.js';
import { openSample } from './testing/open-sample.js';

const root = useFolder();

describe('the sample', () => {
  it('offers seven tools and a prompt', async () => {
    const client = await openSample();
    const { tools } = (await client.ask('tools/list'))!.result!;
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
      ...['add', 'subtract', 'multiply', 'divide', 'evaluate', 'primes', 'summarize'],
    ]);
    expect((await client.ask('prompts/list'))?.result).toMatchObject({
      prompts: [{ name: 'explain-calculation' }],
    });
  });

  it('offers no resources where it was given none', async () => {
    const { error } = (await (await openSample()).ask('resources/list'))!;
    expect(error).toMatchObject({ code: -32004, data: { capability: 'resources' } });
  });

  it('has the files of a folder', async () => {
    writeFileSync(join(root, 'note.txt'), 'remember the milk');
    const uri = pathToFileURL(join(root, 'note.txt')).href;
    const client = await openSample({ root });
    expect((await client.ask('resources/list'))?.result).toMatchObject({
      resources: [{ uri, name: 'note.txt' }],
    });
    expect((await client.ask('resources/read', { uri }))?.result).toMatchObject({
      contents: [{ uri, text: 'remember the milk' }],
    });
    expect((await client.ask('resources/subscribe', { uri }))?.result).toEqual({});
    client.connection.close();
  });

  it.skipIf(process.platform !== 'linux')(
    'reports nothing of a broken disk but to the operator, and works on [needs Linux]',
    async () => {
      const causes: unknown[] = [];
      const onFault = (_record: unknown, { cause }: { cause?: unknown }) => void causes.push(cause);
      // Linux answers with EIO to a reader of a process's memory at address 0.
      const client = await openSample({ root: '/proc/self', onFault });
      const reading = await client.ask('resources/read', { uri: 'file:///proc/self/mem' });
      expect(reading?.error).toEqual({ code: -32603, message: 'Internal error' });
      expect(causes).toMatchObject([{ code: 'EIO' }]);
      expect(await client.call('add', { a: 1, b: 1 })).toHaveProperty('result');
    },
  );

  it('does not start with a folder that is not there', () => {
    expect(() => createSample({ root: join(root, 'nowhere') })).toThrow('ENOENT');
  });

  it('fetches upstream:report', async () => {
    const server = createServer((_request, response) => response.end('all is well'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const client = await openSample({ upstream: `http://127.0.0.1:${port}/` });
      const { result } = (await client.ask('resources/read', { uri: 'upstream:report' }))!;
      expect(result).toMatchObject({ contents: [{ text: 'all is well' }] });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('explain-calculation', () => {
  const get = async (args: object) =>
    (await openSample()).ask('prompts/get', { name: 'explain-calculation', arguments: args });

  it('has the expression, what it comes to, and for whom it is', async () => {
    expect((await get({ expression: '1 + 2', audience: 'child' }))?.result).toMatchObject({
      messages: [
        {
          role: 'user',
          content: {
            text: 'Explain step by step to a child how 1 + 2 is calculated. It comes to 3.',
          },
        },
      ],
    });
  });

  it('is none without an expression, or with one that is wrong', async () => {
    expect((await get({}))?.error).toMatchObject({ code: -32602 });
    expect((await get({ expression: '1 +' }))?.error).toMatchObject({
      code: -32602,
      data: { details: expect.stringMatching(/^arguments\.expression: at character 4/) as string },
    });
  });

  it('is none with an expression that is nested too deep', async () => {
    expect((await get({ expression: '('.repeat(5000) }))?.error).toMatchObject({
      code: -32602,
      data: { details: 'arguments.expression: at character 102: nested more than 100 deep' },
    });
  });

  it('completes the audience', async () => {
    const client = await openSample();
    const params = {
      ref: { type: 'ref/prompt', name: 'explain-calculation' },
      argument: { name: 'audience', value: 'm' },
    };
    expect((await client.ask('completion/complete', params))?.result).toMatchObject({
      completion: { values: ['mathematician'] },
    });
  });
});
