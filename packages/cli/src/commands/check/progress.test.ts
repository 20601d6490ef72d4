import { expect, it } from 'vitest';
import { createProgressLine } from '../../output/progress-line.js';
import { createTerminal } from '../../terminal.js';
import { progressOn } from './progress.js';

function told(isTTY: boolean, target: string): string {
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
    onProgress({ target, era: '2025-11-25', done, total: 2, case: what, verdict: 'pass' });
  }
  return err;
}

const LONG = `node ${'very/'.repeat(20)}server.js`;

it('is a line for each thing in a log, whatever its length', () => {
  expect(told(false, LONG)).toBe(
    `errata: waiting for the first answer of ${LONG}, up to 60 s\nerrata: ${LONG}: 2 cases in 2025-11-25\n`,
  );
});

it('is one line on a screen, whose end is seen', () => {
  expect(told(true, LONG).split('\r\u001b[2K')).toEqual([
    '',
    'waiting for the first answer of node very/very…, up to 60 s',
    '1/2 2025-11-25 jsonrpc/5/x',
    '2/2 2025-11-25 jsonrpc/5/x',
  ]);
});
