import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createServer } from '@errata/core';
import { describe, expect, it, vi } from 'vitest';
import { serveStdio } from './serve-stdio.js';
import { openEdge, plain, read, request } from './testing/open-edge.js';

describe('a message', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['empty lines', '\n\n\r\n\n'],
  ])('is a line, ended by %s', async (_, end) => {
    const { input, lines } = openEdge();
    input.write([1, 2, 3].map((id) => request(id, 'echo', [id]) + end).join(''));
    for (const id of [1, 2, 3]) {
      expect(await lines.next()).toBe(`{"jsonrpc":"2.0","id":${id},"result":[${id}]}`);
    }
  });

  it.each(['é', '🜂', '\u2028'])('may be cut inside %j', async (text) => {
    const { input, lines } = openEdge();
    const bytes = Buffer.from(`${request(1, 'echo', [text])}\n`);
    for (const byte of bytes) input.write(Buffer.of(byte));
    expect(read(await lines.next()).result).toEqual([text]);
  });

  it('may begin with a byte order mark, as some shells write it', async () => {
    const { input, lines } = openEdge();
    input.write(`\ufeff${request(1, 'echo', [])}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 1, result: [] });
  });

  it('may come as text from a stream that decodes', async () => {
    const input = new PassThrough({ encoding: 'utf8' });
    const { lines } = openEdge({ input });
    input.write(`${request('é', 'echo', [])}\n`);
    expect(read(await lines.next()).id).toBe('é');
  });

  it('is one too where the input ends without a newline', async () => {
    const { input, lines, edge } = openEdge();
    input.end(request(1, 'later', [1]));
    expect(read(await lines.next())).toMatchObject({ id: 1, result: [1] });
    expect(await edge.closed).toEqual({ why: 'eof' });
  });
});

describe('handlers that block the process', () => {
  it('do not hold back the replies before them', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    let sent = '';
    output.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    const seen: number[] = [];
    const block = (): string => {
      seen.push(output.writableLength + output.readableLength + sent.length);
      const end = performance.now() + 10;
      while (performance.now() < end);
      return 'x';
    };
    const server = createServer({ contract: plain, era: 'jsonrpc', methods: { block } });
    const edge = serveStdio(server, { input, output });
    input.end([1, 2, 3].map((id) => `${request(id, 'block')}\n`).join(''));
    await edge.closed;
    const reply = '{"jsonrpc":"2.0","id":1,"result":"x"}\n'.length;
    expect(seen).toEqual([0, reply, 2 * reply]);
  });
});

describe('an invalid line', () => {
  it.each([
    ['broken JSON', '{"jsonrpc":"2.0","id":7,"method":"echo"', -32700, 7],
    ['NUL bytes', '\0\0\0', -32700, undefined],
    ['UTF-16', Buffer.from('{"id":7}', 'utf16le'), -32700, undefined],
    [
      'bytes that are not UTF-8',
      Buffer.from('{"jsonrpc":"2.0","id":7,"a":"\xff"}', 'latin1'),
      -32700,
      7,
    ],
    ['blanks', '   ', -32700, undefined],
    ['no request', '{"id":7}', -32600, 7],
  ])('is answered, and the next one too: %s', async (_, line, code, id) => {
    const { input, lines } = openEdge({ era: '2025-11-25' });
    input.write(line);
    input.write(`\n${request(8, 'echo', {})}\n`);
    const reply = read(await lines.next());
    expect(reply.error?.code).toBe(code);
    expect(reply.id).toBe(id);
    expect(read(await lines.next())).toMatchObject({ id: 8, result: {} });
  });

  it('is refused once where it is too long, under its id, and the next is served', async () => {
    const { input, lines } = openEdge({ maxLineBytes: 1000, era: '2025-11-25' });
    const long = JSON.stringify({
      method: 'echo',
      params: { a: 'x'.repeat(9000) },
      jsonrpc: '2.0',
      id: 7,
    });
    input.write(`${long}\n${request(8, 'echo', {})}\n`);
    expect(read(await lines.next())).toMatchObject({
      id: 7,
      error: { code: -32600, data: { problem: 'too-large' } },
    });
    expect(read(await lines.next()).id).toBe(8);
  });
});

describe('many calls', () => {
  it('a thousand at once are answered once each, under their ids', async () => {
    const waiting: (() => void)[] = [];
    const slow = (params: unknown) => new Promise((resolve) => waiting.push(() => resolve(params)));
    const { input, lines } = openEdge({ methods: { slow } });
    const ids = Array.from({ length: 1000 }, (_, index) => index);
    input.write(ids.map((id) => `${request(id, 'slow', [id])}\n`).join(''));
    input.end();
    await vi.waitUntil(() => waiting.length === 1000, { timeout: 300_000 });
    // Answered in another order than asked.
    for (const index of ids.map((id) => (id * 7) % 1000)) waiting[index]!();
    const replies = (await lines.rest()).map(read);
    expect(replies.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))).toEqual(ids);
    for (const { id, result } of replies) expect(result).toEqual([id]);
  });

  it('with the same id: the second is refused, the first still answered', async () => {
    let release!: (value: unknown) => void;
    const { input, lines } = openEdge({
      methods: { slow: () => new Promise((resolve) => (release = resolve)) },
    });
    input.write(`${request(1, 'slow')}\n${request(1, 'slow')}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 1, error: { code: -32600 } });
    release('first');
    expect(read(await lines.next())).toMatchObject({ id: 1, result: 'first' });
  });

  it('a flood of notifications is worked on and not answered', async () => {
    const note = vi.fn();
    const { input, lines } = openEdge({ methods: { note } });
    const one = '{"jsonrpc":"2.0","method":"note"}\n{"jsonrpc":"2.0","method":"unknown"}\n';
    input.write(one.repeat(10_000));
    input.end(`${request(1, 'echo', [])}\n`);
    expect((await lines.rest()).map(read)).toEqual([{ jsonrpc: '2.0', id: 1, result: [] }]);
    expect(note).toHaveBeenCalledTimes(10_000);
  });
});

describe('a reader that does not read', () => {
  it('stops the work: no line is taken while the output is full, and all are answered in order later', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ highWaterMark: 1000 });
    const echo = vi.fn((params: unknown) => params);
    const server = createServer({ contract: plain, era: 'jsonrpc', methods: { echo } });
    const edge = serveStdio(server, { input, output, errors: new PassThrough() });
    const text = 'x'.repeat(200);
    let written = 0;
    // Until the input has enough as well.
    for (; input.write(`${request(written, 'echo', [text])}\n`); written++);
    await once(output, 'readable');
    await new Promise(setImmediate);
    const before = echo.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(12);
    expect(output.writableLength + output.readableLength).toBeLessThan(4000);
    for (let i = 0; i < 3; i++) await new Promise(setImmediate);
    expect(echo).toHaveBeenCalledTimes(before);
    input.end();
    const replies: string[] = [];
    output.on('data', (chunk: Buffer) => replies.push(chunk.toString()));
    expect(await edge.closed).toEqual({ why: 'eof' });
    const ids = replies
      .join('')
      .trim()
      .split('\n')
      .map((line) => read(line).id);
    expect(ids).toEqual(Array.from({ length: written + 1 }, (_, index) => index));
  });
});

describe('what the server says unasked', () => {
  it('is one line each, between the replies', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const methods = { echo: () => 1 };
    const edge = serveStdio(
      (channel) => {
        channel.send('{"method":"early"}');
        return createServer({ contract: plain, era: 'jsonrpc', methods });
      },
      { input, output, errors: new PassThrough() },
    );
    edge.send(JSON.stringify({ method: 'hello' }, null, 2));
    input.end(`${request(1, 'echo')}\n`);
    await edge.closed;
    edge.send('{"method":"too late"}');
    const lines = (output.read() as Buffer).toString().split('\n');
    expect(lines.slice(0, 3).map((line) => JSON.parse(line) as unknown)).toEqual([
      { method: 'early' },
      { method: 'hello' },
      { jsonrpc: '2.0', id: 1, result: 1 },
    ]);
    expect(lines.slice(3)).toEqual(['']);
  });

  it('about a request comes before its reply, and never after it', async () => {
    let notify: ((method: string) => void) | undefined;
    const { input, lines } = openEdge({
      methods: {
        work: async (_, { exchange }) => {
          notify = exchange?.notify;
          notify?.('progress');
          return 'done';
        },
      },
    });
    input.write(`${request(1, 'work')}\n`);
    expect(await lines.next()).toBe('{"jsonrpc":"2.0","method":"progress"}');
    expect(read(await lines.next()).result).toBe('done');
    notify!('progress');
    input.end(`${request(2, 'echo', [])}\n`);
    expect((await lines.rest()).map((line) => read(line).id)).toEqual([2]);
  });

  it('a factory that throws leaves everything as it was', () => {
    const output = new PassThrough();
    const { write } = output;
    const open = () =>
      serveStdio(
        () => {
          throw new Error('no database');
        },
        { input: new PassThrough(), output, errors: new PassThrough(), strayOutput: 'divert' },
      );
    expect(open).toThrow('no database');
    expect(output.write).toBe(write);
    expect(output.listenerCount('drain')).toBe(0);
  });
});
