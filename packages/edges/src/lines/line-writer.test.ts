import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createLineWriter } from './line-writer.js';

const open = (output: Writable) => {
  const onDrain = vi.fn();
  const onGone = vi.fn();
  return { writer: createLineWriter(output, { onDrain, onGone }), onDrain, onGone };
};

describe('a line writer', () => {
  it('writes each message as one line, also one that was printed prettily', () => {
    const output = new PassThrough();
    const { writer } = open(output);
    writer.write('{"a":"b\\nc"}');
    writer.write(JSON.stringify({ a: ['b\nc'] }, null, 2).replaceAll('\n', '\r\n'));
    writer.flush();
    const lines = (output.read() as Buffer).toString().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe('{"a":"b\\nc"}');
    expect(JSON.parse(lines[1]!)).toEqual({ a: ['b\nc'] });
    expect(lines[2]).toBe('');
  });

  it('writes all lines of one turn at once', async () => {
    const chunks: string[] = [];
    const output = new Writable({
      write: (chunk, _encoding, done) => (chunks.push(String(chunk)), done()),
    });
    const { writer } = open(output);
    writer.write('1');
    writer.write('2');
    await Promise.resolve().then(() => writer.write('3'));
    await new Promise(setImmediate);
    await Promise.all([4, 5, 6].map(async (n) => writer.write(String(await Promise.resolve(n)))));
    await new Promise(setImmediate);
    expect(chunks).toEqual(['1\n2\n3\n', '4\n5\n6\n']);
  });

  it('flushes on release', () => {
    const output = new PassThrough();
    const { writer } = open(output);
    writer.write('1');
    writer.release();
    writer.write('2');
    expect(String(output.read())).toBe('1\n');
  });

  it('reports backpressure, and its end', async () => {
    const output = new PassThrough({ highWaterMark: 10 });
    const { writer, onDrain } = open(output);
    writer.write('{}');
    expect(writer.blocked).toBe(false);
    writer.write('"longer than ten"');
    expect(writer.blocked).toBe(true);
    output.resume();
    await once(output, 'drain');
    expect(writer.blocked).toBe(false);
    expect(onDrain).toHaveBeenCalledOnce();
  });

  it('is flushed when everything was taken', async () => {
    const release: (() => void)[] = [];
    const output = new Writable({ write: (_chunk, _encoding, done) => void release.push(done) });
    const { writer } = open(output);
    writer.write('1');
    let flushed = false;
    const pending = writer.flushed().then(() => (flushed = true));
    await new Promise(setImmediate);
    expect(flushed).toBe(false);
    while (release.length > 0) {
      release.shift()!();
      await new Promise(setImmediate);
    }
    await pending;
  });

  it('reports a closed stream once, stops writing and resolves waiting flushes', async () => {
    const output = new Writable({ write: () => {} });
    const { writer, onGone } = open(output);
    writer.write('1');
    const flushed = writer.flushed();
    output.destroy(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }));
    await flushed;
    await new Promise(setImmediate);
    expect(onGone).toHaveBeenCalledOnce();
    expect(onGone.mock.lastCall?.[0]).toMatchObject({ code: 'EPIPE' });
    expect(writer.gone).toBe(true);
    writer.write('2');
    await writer.flushed();
  });

  it('detects a stream that was closed before', async () => {
    const output = new PassThrough();
    output.destroy();
    const { onGone } = open(output);
    await new Promise(setImmediate);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it('ignores a late error after its release: unhandled, it would end the process', async () => {
    const output = new PassThrough();
    const { writer, onGone } = open(output);
    writer.release();
    writer.write('1');
    expect(output.read()).toBeNull();
    output.destroy(new Error('late'));
    await new Promise(setImmediate);
    expect(onGone).not.toHaveBeenCalled();
  });
});
