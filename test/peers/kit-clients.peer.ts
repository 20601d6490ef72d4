import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLines, type Child } from './testing/child.js';
import { connectKitClient, type KitClient, type KitClientKind } from './testing/kit-clients.js';
import { kitFailures } from './testing/kit-failures.js';
import { fixture } from './testing/peers.js';

const kinds: readonly KitClientKind[] = ['v1', 'v2 legacy', 'v2 modern'];
const served = kinds.flatMap((kind) => [
  { kind, wire: 'stdio' },
  { kind, wire: 'http' },
]);

/** What is told beside the answers comes when it comes. */
const patience = { timeout: 20_000 };

const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

describe.each(served)('SDK $kind over $wire, against a server on the kit', ({ kind, wire }) => {
  const modern = kind === 'v2 modern';
  let folder: string;
  let file: string;
  let uri: string;
  let http: Child | undefined;
  let client: KitClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'errata-kit-clients-'));
    file = join(folder, 'greeting.txt');
    uri = pathToFileURL(file).href;
    await writeFile(file, 'Good morning');
    const command = fixture('kit-server.js', ['working', wire, folder]);
    if (wire === 'http') http = startLines(command);
    const url = await http?.line((line) => line.startsWith('http://'));
    client = await connectKitClient(kind, url === undefined ? command : new URL(url));
  });
  afterAll(async () => {
    await client.close();
    await http?.close();
    await rm(folder, { recursive: true });
  });

  it('agrees on the newest revision that it speaks', () => {
    expect(client.revision).toBe(modern ? '2026-07-28' : '2025-11-25');
    expect(client.described()).toEqual({
      server: { name: 'working', version: '1.0.0' },
      instructions: 'Add first.',
      capabilities: {
        logging: {},
        completions: {},
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
      },
    });
  });

  it('lists page by page', async () => {
    const pages: (readonly string[])[] = [];
    let cursor: string | undefined;
    do {
      const { tools, nextCursor } = await client.tools(cursor);
      pages.push(tools.map(({ name }) => name));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([
      ['add', 'lie', 'steps'],
      ['heard', 'wait', 'stopped'],
      ['report', 'grow', 'late'],
      ['crash', 'think'],
    ]);
  });

  it('calls a tool with structured output', async () => {
    expect(await client.call('add', { a: 1, b: 2 })).toMatchObject({
      structuredContent: { sum: 3 },
      content: [{ type: 'text', text: '{"sum":3}' }],
    });
  });

  it('lists and reads files', async () => {
    expect(await client.resources()).toMatchObject({
      resources: [{ uri, name: 'greeting.txt', mimeType: 'text/plain', size: 12 }],
    });
    expect(await client.read(uri)).toMatchObject({ contents: [{ uri, text: 'Good morning' }] });
  });

  it('gets a prompt, and what may be typed into it', async () => {
    expect(await client.prompt('greeting', { who: 'Ada' })).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello, Ada!' } }],
    });
    expect(await client.complete('greeting', 'who', 'A')).toEqual(['Ada', 'Alan']);
  });

  it('hears of progress', async () => {
    const reports: unknown[] = [];
    const result = await client.call('steps', undefined, {
      onprogress: (progress) => {
        reports.push(progress);
        if (progress.progress === 2) void client.call('heard');
      },
    });
    expect(reports).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, total: 2 },
    ]);
    expect(result).toMatchObject({ content: [{ text: 'done' }] });
  });

  it('cancels, and the tool stops', async () => {
    const controller = new AbortController();
    const waiting = client.call('wait', undefined, {
      signal: controller.signal,
      onprogress: () => controller.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
    await expect
      .poll(() => client.call('stopped'), patience)
      .toMatchObject({ content: [{ type: 'text', text: '1' }] });
  });

  it('hears log messages from the level on that it has set', async () => {
    if (!modern) await client.setLogLevel('error');
    const logged = () => client.received.filter(({ method }) => method === 'notifications/message');
    await client.call('report', undefined, modern ? { meta: { [LOG_LEVEL]: 'error' } } : {});
    const failure = { level: 'error', logger: 'working', data: 'a failure' };
    await expect.poll(() => logged().map(({ params }) => params), patience).toEqual([failure]);
    if (!modern) await client.setLogLevel('debug');
    await client.call('report', undefined, modern ? { meta: { [LOG_LEVEL]: 'debug' } } : {});
    await expect
      .poll(() => logged().map(({ params }) => params?.['level']), patience)
      .toEqual(['error', 'debug', 'info', 'error']);
  });

  it('hears of a changed file and of changed lists', async () => {
    const stop = await client.watch(uri);
    const receivedOf = (method: string) =>
      client.received.filter((one) => one.method === `notifications/${method}`);
    // Over HTTP the stream for what nobody asked for opens beside the first requests.
    await expect
      .poll(async () => {
        await writeFile(file, 'Good evening');
        return receivedOf('resources/updated');
      }, patience)
      .toContainEqual(expect.objectContaining({ params: expect.objectContaining({ uri }) }));
    expect(await client.read(uri)).toMatchObject({ contents: [{ text: 'Good evening' }] });
    await client.call('grow');
    await expect.poll(() => receivedOf('tools/list_changed'), patience).toHaveLength(1);
    await expect.poll(() => receivedOf('prompts/list_changed'), patience).toHaveLength(1);
    expect(await client.call('grown')).toMatchObject({ content: [{ text: 'new' }] });
    await stop();
  });

  it.each(kitFailures)(
    'is notified of $what',
    async ({ provoke, code, message, data, effect = 'none', modern: since2026 }) => {
      const outcome: unknown = await provoke(client, uri).catch((error: unknown) => error);
      expect(inspect(outcome)).not.toContain('hunter2secret');
      if (!modern) {
        const words = kind === 'v1' ? `MCP error ${code}: ${message}` : message;
        expect(outcome).toBeInstanceOf(Error);
        expect(outcome).toMatchObject({ code, message: words });
        expect((outcome as { data?: unknown }).data).toEqual(data && { ...data(uri), effect });
      } else if (typeof since2026 === 'number') {
        expect(outcome).toBeInstanceOf(Error);
        expect(outcome).toMatchObject({ code: since2026, message, data: data?.(uri) });
      } else {
        const text = expect.stringMatching(`^${since2026}: .* ref=corr-[0-9a-f]{16}$`);
        expect(outcome).toMatchObject({
          isError: true,
          content: [{ type: 'text', text }],
          _meta: {
            'dev.errata/fault': { reason: since2026, data: { reason: since2026, ...data?.(uri) } },
          },
        });
      }
    },
  );

  it('learns which capabilities it needs', async () => {
    await expect(client.call('think')).rejects.toMatchObject(
      modern
        ? { code: -32021, data: { requiredCapabilities: { sampling: {} } } }
        : { code: -32004, data: { capability: 'sampling' } },
    );
  });
});
