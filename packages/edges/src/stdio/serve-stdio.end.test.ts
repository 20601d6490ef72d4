import { EventEmitter, once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { createServer, type Handler } from '@errata/core';
import { describe, expect, it, vi } from 'vitest';
import { serveStdio } from './serve-stdio.js';
import { feed, openEdge, plain, read, request } from './testing/open-edge.js';

const createHost = () => Object.assign(new EventEmitter(), { exit: vi.fn() });

/** Works until its signal says stop, then cleans up. */
const untilStopped =
  (stopped = vi.fn()): Handler =>
  (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped();
        reject(new Error('stopped'));
      });
    });

describe('the end of input', () => {
  it('waits for calls in progress, flushes, closes and ends the process with 0', async () => {
    let release!: (value: unknown) => void;
    const host = createHost();
    const { input, lines, edge } = openEdge({
      exit: true,
      process: host,
      methods: { slow: () => new Promise((resolve) => (release = resolve)) },
    });
    input.end(`${request(1, 'slow')}\n`);
    await once(input, 'end');
    expect(host.exit).not.toHaveBeenCalled();
    release('late');
    expect(read(await lines.next())).toMatchObject({ id: 1, result: 'late' });
    expect(await edge.closed).toEqual({ why: 'eof' });
    await vi.waitUntil(() => host.exit.mock.calls.length > 0, { timeout: 300_000 });
    expect(host.exit.mock.calls).toEqual([[0]]);
    expect(host.eventNames()).toEqual([]);
  });

  it('answers calls that do not end in time, and stops them', async () => {
    const stopped = vi.fn();
    const { input, lines, edge } = openEdge({
      drain: 20,
      methods: {
        hang: (_, { signal }) => {
          signal.addEventListener('abort', stopped);
          return new Promise(() => {});
        },
      },
    });
    input.end(`${request(1, 'hang')}\n${request(2, 'later', [])}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 2, result: [] });
    expect(read(await lines.next())).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(await edge.closed).toEqual({ why: 'eof' });
    expect(stopped).toHaveBeenCalledOnce();
  });

  it('an input error counts as the end of input', async () => {
    const { input, edge } = openEdge();
    const error = new Error('EIO');
    input.destroy(error);
    expect(await edge.closed).toEqual({ why: 'eof', error });
  });

  it('the input may end before the edge starts', async () => {
    const input = new PassThrough();
    input.resume().end();
    await once(input, 'end');
    expect(await openEdge({ input }).edge.closed).toEqual({ why: 'eof' });
  });

  it('does not wait forever if the replies are not read', async () => {
    const input = new PassThrough();
    const output = new Writable({ write: () => {} }); // takes one chunk and never asks for another
    const server = createServer({ contract: plain, era: 'jsonrpc', methods: { echo: () => 1 } });
    const edge = serveStdio(server, { input, output, errors: new PassThrough(), drain: 0 });
    input.end(`${request(1, 'echo')}\n`);
    expect(await edge.closed).toEqual({ why: 'eof' });
  });
});

describe('an output that is closed', () => {
  it.each([
    ['EPIPE', 0],
    ['ECONNRESET', 0],
    ['ENOSPC', 1],
  ])('with %s cancels calls in progress and ends the process with %d', async (code, exit) => {
    const host = createHost();
    const error = Object.assign(new Error(code), { code });
    const output = new Writable({ write: (_chunk, _encoding, done) => done(error) });
    const stopped = vi.fn();
    const { input, edge } = openEdge({
      output,
      exit: true,
      process: host,
      methods: {
        slow: untilStopped(stopped),
      },
    });
    input.write(`${request(1, 'slow')}\n${request(2, 'echo', [])}\n`);
    expect(await edge.closed).toEqual({ why: 'output-closed', error });
    expect(stopped).toHaveBeenCalledOnce();
    await vi.waitUntil(() => host.exit.mock.calls.length > 0, { timeout: 300_000 });
    expect(host.exit.mock.calls).toEqual([[exit]]);
  });

  it('without an error, before anything is written, ends it too', async () => {
    const { output, edge } = openEdge();
    output.destroy();
    expect(await edge.closed).toEqual({ why: 'output-closed' });
  });

  it('ends the wait for calls in progress', async () => {
    const { input, output, edge } = openEdge({ drain: 600_000, methods: { slow: untilStopped() } });
    input.end(`${request(1, 'slow')}\n`);
    await once(input, 'end');
    output.destroy();
    expect(await edge.closed).toEqual({ why: 'eof' });
  });
});

describe('signals', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('%s ends it like the end of input, with %d', async (signal, code) => {
    const host = createHost();
    const { input, lines, edge } = openEdge({ exit: true, process: host });
    await feed(input, `${request(1, 'later', [1])}\n`);
    host.emit(signal);
    expect(read(await lines.next())).toMatchObject({ id: 1, result: [1] });
    expect(await edge.closed).toEqual({ why: 'signal' });
    await vi.waitUntil(() => host.exit.mock.calls.length > 0, { timeout: 300_000 });
    expect(host.exit.mock.calls).toEqual([[code]]);
  });

  it('a second one ends it at once', async () => {
    const host = createHost();
    const { input, edge } = openEdge({ exit: true, process: host, drain: 50 });
    await feed(input, `${request(1, 'hang')}\n`);
    host.emit('SIGTERM');
    expect(host.exit).not.toHaveBeenCalled();
    host.emit('SIGINT');
    expect(host.exit.mock.calls).toEqual([[130]]);
    await edge.closed;
  });

  it('are ignored with exit: false', () => {
    const host = createHost();
    openEdge({ process: host });
    expect(host.eventNames()).toEqual([]);
  });
});

describe('the exit of the process', () => {
  it('flushes the replies of the current turn', async () => {
    const host = createHost();
    const input = new PassThrough();
    let written = '';
    const output = new Writable({
      write: (chunk, _encoding, done) => ((written += String(chunk)), done()),
    });
    let atExit = '';
    const methods = {
      echo: () => 'here',
      quit: () => {
        host.emit('exit', 0);
        atExit = written;
      },
    };
    const edge = serveStdio(createServer({ contract: plain, era: 'jsonrpc', methods }), {
      ...{ input, output, process: host },
      exit: true,
    });
    await feed(input, `${request(1, 'echo')}\n${request(2, 'quit')}\n`);
    expect(read(atExit)).toMatchObject({ id: 1, result: 'here' });
    await edge.close();
    expect(host.eventNames()).toEqual([]);
  });
});

describe('close', () => {
  it('can be called twice: waits for replies, keeps the process running, restores the streams', async () => {
    const host = createHost();
    const { input, output, lines, edge } = openEdge({
      exit: true,
      process: host,
      strayOutput: 'divert',
    });
    await feed(input, `${request(1, 'later', [1])}\n`);
    await Promise.all([edge.close(), edge.close()]);
    expect(await edge.closed).toEqual({ why: 'closed' });
    await edge.close();
    expect(read(await lines.next()).result).toEqual([1]);
    await new Promise(setImmediate);
    expect(host.exit).not.toHaveBeenCalled();
    expect(host.eventNames()).toEqual([]);
    expect(Object.hasOwn(output, 'write')).toBe(false);
    expect(input.listenerCount('data')).toBe(0);
    expect(input.isPaused()).toBe(true);
  });
});

describe('options', () => {
  it.each([
    [{ maxLineBytes: NaN }, 'serveStdio: maxLineBytes is NaN, not a number from 0 on'],
    [{ drain: -1 }, 'serveStdio: drain is -1, not a number of milliseconds'],
    [{ drain: '5' }, 'serveStdio: drain is "5", not a number of milliseconds'],
    [{ crash: 'exits' }, 'serveStdio: crash is "exits"; did you mean exit?'],
    [{ onstray: 1 }, 'serveStdio: unknown option "onstray"; did you mean onStray?'],
  ])('%o is refused at once', (options, message) => {
    expect(() => openEdge(options as never)).toThrow(new TypeError(message));
  });
});
