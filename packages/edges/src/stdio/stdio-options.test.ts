import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { toSettings } from './stdio-options.js';

describe('what was not said', () => {
  it('uses the process: its streams, its exit, and stray output', () => {
    const settings = toSettings({});
    expect(settings).toMatchObject({ exit: true, strayOutput: 'divert', drain: 5000 });
    expect(settings.maxLineBytes).toBe(16 * 1024 * 1024);
    expect(settings.input).toBe(process.stdin);
    expect(settings.output).toBe(process.stdout);
    expect(settings.errors).toBe(process.stderr);
    expect(toSettings({ input: process.stdin, output: process.stdout })).toMatchObject({
      exit: true,
      strayOutput: 'divert',
    });
  });

  it('does not touch the process if the streams are not its own', () => {
    const claims = (fd: number) => Object.assign(new PassThrough(), { fd });
    for (const [input, output] of [
      [new PassThrough(), new PassThrough()],
      [claims(0), claims(1)],
    ] as const) {
      expect(toSettings({ input, output })).toMatchObject({ exit: false, strayOutput: 'leave' });
    }
  });

  it('keeps the given options', () => {
    expect(toSettings({ exit: false, strayOutput: 'leave', drain: 0 })).toMatchObject({
      exit: false,
      strayOutput: 'leave',
      drain: 0,
    });
  });
});
