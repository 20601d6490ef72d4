import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../clock.js';
import { DEFAULT_TIMING } from '../session/session.js';
import { stdioPeer } from '../wire/stdio-peer.js';
import { findEras } from './find-eras.js';

const desk = (program: string) => ({
  peer: stdioPeer({ command: process.execPath, args: ['-e', program], secrets: [] }),
  clock: systemClock,
  timing: DEFAULT_TIMING,
});

/** Answers requests for one method with a result, and dies of any other. */
const answers = (method: string, result: object) => `
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === ${JSON.stringify(method)}) {
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result: ${JSON.stringify(result)} }));
    } else if (id !== undefined && method !== 'ping') process.exit(9);
    else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
  });`;

describe('the revisions that a server speaks', () => {
  it.each([
    [answers('initialize', { protocolVersion: '2025-11-25' }), ['2025-11-25']],
    [answers('initialize', { protocolVersion: '2024-11-05' }), ['2024-11-05']],
    [answers('server/discover', {}), ['2026-07-28']],
  ])('are found although it dies of others', async (program, eras) => {
    expect(await findEras(desk(program), undefined)).toEqual(eras);
  });

  it.each([[undefined], [['jsonrpc' as const]]])(
    'are none where it ends before it answered anything, and its last words are told (%j)',
    async (wanted) => {
      const program =
        'console.error("Error: no licence\\n    at start (server.js:1:1)"); process.exit(3)';
      await expect(findEras(desk(program), wanted)).rejects.toMatchObject({
        name: 'Unreachable',
        message:
          'the server ended with 3 before it answered anything; its last words: Error: no licence',
      });
    },
  );
});
