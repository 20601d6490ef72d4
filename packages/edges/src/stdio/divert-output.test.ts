import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { createRedactor } from '@errata/core';
import { describe, expect, it, vi } from 'vitest';
import { divertOutput } from './divert-output.js';

const open = (onStray?: (text: string) => void) => {
  const output = new PassThrough();
  const errors = new PassThrough();
  const redactor = createRedactor({ secrets: ['hunter2-hunter2'] });
  const before = output.write;
  const diversion = divertOutput(output, { errors, redactor, ...(onStray && { onStray }) });
  const text = (stream: PassThrough) => (stream.read() as Buffer | null)?.toString() ?? '';
  return { output, errors, before, diversion, text };
};

const NOTICE = 'errata: something wrote to stdout; it was moved to stderr. First: ';

describe('stray output', () => {
  it('goes to the other stream, with one notice in front of the first', () => {
    const onStray = vi.fn();
    const { output, errors, text } = open(onStray);
    output.write('Loading…');
    new Console(output).log('second %d', 2);
    output.write(Buffer.from('third'));
    expect(text(output)).toBe('');
    expect(text(errors)).toBe(`${NOTICE}"Loading…"\nLoading…second 2\nthird`);
    expect(onStray.mock.calls).toEqual([['Loading…']]);
  });

  it('is shown as one short line without secrets', () => {
    const onStray = vi.fn();
    const { output, errors, text } = open(onStray);
    output.write(`pass\u202eword hunter2-hunter2\r\n"next" ${'and so on '.repeat(50)}`);
    const notice = text(errors).split('\n')[0]!;
    expect(notice).toMatch(/^errata: .* First: "password .*'next' and so on .*…"$/);
    expect(notice.length).toBeLessThanOrEqual(200);
    expect(notice).not.toContain('hunter2');
    expect(onStray.mock.lastCall?.[0]).not.toContain('hunter2');
  });

  it('never reports backpressure: only the other stream drains', () => {
    const { output } = open();
    expect(output.write('x'.repeat(1_000_000))).toBe(true);
  });

  it('calls back, and reads encodings', async () => {
    const { output, errors, text } = open();
    await new Promise<void>((resolve) => output.write('aMOp', 'base64', () => resolve()));
    expect(text(errors)).toBe(`${NOTICE}"hé"\nhé`);
  });

  it('survives a hook that throws and a stream that is closed', async () => {
    const { output, errors } = open(() => {
      throw new Error('hook');
    });
    errors.destroy(new Error('closed'));
    output.write('x');
    await new Promise(setImmediate);
    expect(output.read()).toBeNull();
  });
});

describe('the stream itself', () => {
  it('can still be written to with its original write', () => {
    const { output, errors, diversion, text } = open();
    Reflect.apply(diversion.write, output, ['message\n']);
    expect(text(output)).toBe('message\n');
    expect(text(errors)).toBe('');
  });

  it('is restored', () => {
    const { output, before, diversion, text } = open();
    diversion.restore();
    expect(output.write).toBe(before);
    expect(Object.hasOwn(output, 'write')).toBe(false);
    output.write('x');
    expect(text(output)).toBe('x');
  });

  it('works if another program wrapped it meanwhile', () => {
    const { output, diversion, text } = open();
    const diverted = output.write.bind(output);
    const wrapper = ((chunk: string) => diverted(chunk)) as typeof output.write;
    output.write = wrapper;
    diversion.restore();
    expect(output.write).toBe(wrapper);
    output.write('x');
    expect(text(output)).toBe('x');
  });
});
