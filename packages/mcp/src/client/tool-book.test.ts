import { afterEach, describe, expect, it } from 'vitest';
import { connectStdioV1, connectStdioV2 } from './testing/connect.js';
import { createToolBook } from './tool-book.js';

type Respond = (cursor: string | undefined) => unknown;

/** The two members of a client that the book uses, in the manner of v2. */
function createClient(respond: Respond) {
  const cursors: (string | undefined)[] = [];
  return {
    cursors,
    transport: { onmessage: undefined as ((message: unknown) => unknown) | undefined } as
      { onmessage?: ((message: unknown) => unknown) | undefined } | undefined,
    getNegotiatedProtocolVersion: () => '2025-11-25',
    callTool: async () => ({}),
    request: async ({ params }: { params: { cursor?: string } }) => {
      cursors.push(params.cursor);
      return respond(params.cursor);
    },
  };
}

const READ = { name: 'read', annotations: { readOnlyHint: true } };
const READ_HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: false };
const CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

describe('a book of tools', () => {
  it('reads all pages, and asks once for calls that come together', async () => {
    const client = createClient((cursor) =>
      cursor === undefined
        ? { tools: [READ], nextCursor: 'two' }
        : { tools: [{ name: 'write' }, { name: 7 }, null] },
    );
    const book = createToolBook(client);
    expect(book.peek('read')).toBeUndefined();
    const found = await Promise.all([book.find('read'), book.find('write'), book.find('none')]);
    expect(found).toEqual([
      READ_HINTS,
      { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      undefined,
    ]);
    expect(book.peek('read')).toEqual(READ_HINTS);
    expect(await book.find('none')).toBeUndefined();
    expect([await book.lacks('none'), await book.lacks('write')]).toEqual([true, false]);
    expect(client.cursors).toEqual([undefined, 'two']);
  });

  it('does not follow a list without an end', async () => {
    const client = createClient(() => ({ tools: [READ], nextCursor: 'more' }));
    const book = createToolBook(client, { maxPages: 4 });
    expect(await book.find('other')).toBeUndefined();
    expect(await book.lacks('other')).toBe(false);
    expect(client.cursors).toHaveLength(4);
  });

  it('stops reading pages when its time is up', async () => {
    let time = 0;
    const client = createClient(() => {
      time += 60;
      return { tools: [], nextCursor: 'more' };
    });
    await createToolBook(client, { now: () => time, timeoutMs: 100 }).find('read');
    expect(client.cursors).toHaveLength(2);
  });

  it('waits before it asks again for a list that could not be had', async () => {
    let time = 0;
    let broken = true;
    const client = createClient(() => {
      if (broken) throw new Error('no list');
      return { tools: [READ] };
    });
    const book = createToolBook(client, { now: () => time });
    expect(await book.find('read')).toBeUndefined();
    broken = false;
    expect(await book.find('read')).toBeUndefined();
    time = 30_000;
    expect(await book.find('read')).toEqual(READ_HINTS);
    expect(client.cursors).toHaveLength(2);
  });

  it('does not believe a hint for ever', async () => {
    let time = 0;
    const client = createClient(() => ({ tools: [READ] }));
    const book = createToolBook(client, { now: () => time });
    await book.find('read');
    time = 5 * 60_000;
    expect(book.peek('read')).toBeUndefined();
    await book.find('read');
    expect(client.cursors).toHaveLength(2);
  });

  it('forgets the tools of another connection', async () => {
    const client = createClient(() => ({ tools: [READ] }));
    const book = createToolBook(client);
    await book.find('read');
    client.transport = {};
    expect(book.peek('read')).toBeUndefined();
  });

  it('drops a list that changed during the request, and passes the notification on', async () => {
    const seen: unknown[] = [];
    let change = true;
    const client = createClient(() => {
      if (change) client.transport?.onmessage?.(CHANGED);
      change = false;
      return { tools: [READ] };
    });
    client.transport = { onmessage: (message) => seen.push(message) };
    const book = createToolBook(client);
    expect(await book.find('read')).toBeUndefined();
    expect(seen).toEqual([CHANGED]);
    expect(await book.find('read')).toEqual(READ_HINTS);
  });

  it('learns from a list that other code requested', () => {
    const client = createClient(() => ({ tools: [] }));
    const book = createToolBook(client);
    book.learn({ tools: [READ] });
    book.learn({ tools: 'none' });
    expect(book.peek('read')).toEqual(READ_HINTS);
    expect(client.cursors).toEqual([]);
  });
});

describe('the book of a real client', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('follows the announcements of a server of v1, beside the handler of the client of v1', async () => {
    const client = await connectStdioV1('stdio-v1');
    closing.push(() => client.close());
    const book = createToolBook(client);
    expect(await book.find('becomes_read_only')).toMatchObject({ readOnlyHint: false });
    await client.callTool({ name: 'announce', arguments: {} });
    expect(book.peek('becomes_read_only')).toBeUndefined();
    expect(await book.find('becomes_read_only')).toMatchObject({ readOnlyHint: true });
  });

  it('follows the announcements of a server of v2, beside the handler of the client of v2', async () => {
    const client = await connectStdioV2('stdio-v2', '2025-11-25');
    closing.push(() => client.close());
    let notified = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      notified++;
    });
    const book = createToolBook(client);
    expect(await book.find('becomes_read_only')).toMatchObject({ readOnlyHint: false });
    await client.callTool({ name: 'announce', arguments: {} });
    expect(notified).toBe(1);
    expect(await book.find('becomes_read_only')).toMatchObject({ readOnlyHint: true });
  });

  it('does not switch on the output validation of v1', async () => {
    const client = await connectStdioV1('stdio-v1');
    closing.push(() => client.close());
    await createToolBook(client).find('calls');
    // Declared with an output schema that its failed result does not fit: v1 would hide the failure behind -32602.
    await expect(client.callTool({ name: 'misfit', arguments: {} })).resolves.toMatchObject({
      isError: true,
    });
    await client.listTools();
    await expect(client.callTool({ name: 'misfit', arguments: {} })).rejects.toThrow('-32602');
  });
});
