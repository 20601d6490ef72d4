import process from 'node:process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTerminal } from '../../terminal.js';
import { untilEnded } from './until-ended.js';

function setUp() {
  const told: string[] = [];
  const write = (text: string) => void told.push(text);
  const terminal = createTerminal({ stdout: { write }, stderr: { write }, env: {} });
  const line = { show: () => undefined, clear: () => void told.push('cleared') };
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => exit.mockRestore());
  return { told, exit, end: untilEnded.bind(undefined, line, terminal) };
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the process with %d, and leaves no listener', async (name, code) => {
  const { told, exit, end } = setUp();
  const before = process.listenerCount(name);
  const work = end(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  process.emit(name, name);
  await work;
  expect(exit.mock.calls).toEqual([[code]]);
  expect(told).toEqual([
    'cleared',
    'errata: interrupted; nothing was judged to the end, and nothing is reported\n',
  ]);
  expect(process.listenerCount(name)).toBe(before);
});

it('gives what the work comes to, and what breaks it', async () => {
  const { exit, end } = setUp();
  expect(await end(async () => 7)).toBe(7);
  await expect(end(() => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
  expect(exit).not.toHaveBeenCalled();
});
