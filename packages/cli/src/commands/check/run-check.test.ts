import process from 'node:process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createProgressLine, createTerminal } from '../../terminal.js';
import { progressOn, untilEnded } from './run-check.js';

function progressText(isTTY: boolean, target: string, reported = 2): string {
  let err = '';
  const terminal = createTerminal({
    stdout: { write: () => undefined, columns: 60 },
    stderr: { write: (text) => void (err += text), isTTY },
    env: {},
  });
  const { onProgress, onWaiting } = progressOn(createProgressLine(terminal), terminal);
  onWaiting({ target, upTo: 60_000 });
  for (const done of [1, 2]) {
    const what = { id: 'jsonrpc/5/x', group: 'ids' } as const;
    onProgress({
      target,
      era: '2025-11-25',
      done,
      total: 2,
      reported,
      case: what,
      verdict: 'pass',
    });
  }
  return err;
}

const LONG = `node ${'very/'.repeat(20)}server.js`;

it('is a line for each thing in a log, whatever its length', () => {
  expect(progressText(false, LONG)).toBe(
    `errata: waiting for the first answer of ${LONG}, up to 60 s\nerrata: ${LONG}: 2 cases in 2025-11-25\n`,
  );
});

it('is the number of cases that were asked for, and how many run for them', () => {
  expect(progressText(false, 'x', 1)).toContain(
    'errata: x: 1 case in 2025-11-25 (2 run, because it judges all replies)\n',
  );
});

it('is one line on a screen, whose end is seen', () => {
  expect(progressText(true, LONG).split('\r\u001b[2K')).toEqual([
    '',
    'waiting for the first answer of node very/very…, up to 60 s',
    '1/2 2025-11-25 jsonrpc/5/x',
    '2/2 2025-11-25 jsonrpc/5/x',
  ]);
});

function setUp() {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const terminal = createTerminal({ stdout: { write }, stderr: { write }, env: {} });
  const line = { show: () => undefined, clear: () => void written.push('cleared') };
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => exit.mockRestore());
  return { written, exit, end: untilEnded.bind(undefined, line, terminal) };
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the process with %d, and leaves no listener', async (name, code) => {
  const { written, exit, end } = setUp();
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
  expect(written).toEqual(['cleared', 'errata: interrupted before anything was judged\n']);
  expect(process.listenerCount(name)).toBe(before);
});

it('gives what the work comes to, and what breaks it', async () => {
  const { exit, end } = setUp();
  expect(await end(async () => 7)).toEqual({ report: 7, interrupted: undefined });
  await expect(end(() => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
  expect(exit).not.toHaveBeenCalled();
});
