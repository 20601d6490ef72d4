import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../clock.js';
import { DEFAULT_TIMING } from '../session/session.js';
import { VirtualClock } from '../testing/clocks.js';
import type { LinePeer } from '../wire/peer.js';
import { stdioPeer } from '../wire/stdio-peer.js';
import { checkPeer } from './check-peer.js';
import { findEras } from './find-eras.js';

const connector = (program: string) => ({
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
    const { spoken, later } = await findEras(connector(program), undefined);
    const more = await later;
    expect(more === undefined ? spoken : [...spoken, more]).toEqual(eras);
  });

  it.each([[undefined], [['jsonrpc' as const]]])(
    'are none where it ends before it answered anything, and the reason has its last words (%j)',
    async (wanted) => {
      const program =
        'console.error("Error: no licence\\n    at start (server.js:1:1)"); process.exit(3)';
      await expect(findEras(connector(program), wanted)).rejects.toMatchObject({
        name: 'Unreachable',
        message:
          'the server ended with 3 before it answered anything; its last words: Error: no licence',
      });
    },
  );
});

/** Says the same to whatever it hears, or nothing. */
function says(text: string | undefined, transport: 'stdio' | 'tcp' = 'stdio'): LinePeer {
  return {
    transport,
    async open() {
      let say: (line: Uint8Array) => void = () => undefined;
      return {
        write: () => {
          if (text !== undefined) setImmediate(() => say(Buffer.from(text)));
        },
        end: () => undefined,
        onLine: (listener) => void (say = listener),
        closed: new Promise<void>(() => undefined),
        isClosed: false,
        close: async () => undefined,
      };
    },
  };
}

describe('a server that answers nothing', () => {
  const REFUSAL = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}';
  const neither = (got: string) =>
    `it answered neither initialize nor server/discover with a result; the first request got ${got}: is it an MCP server? (plain JSON-RPC: --plain)`;
  const REFUSED = 'error -32601 "no"';

  it.each([
    [says(undefined), undefined, 'it said nothing at all in 60 s', 2, [60_000]],
    [says(undefined), ['2025-06-18' as const], 'it said nothing at all in 60 s', 1, [60_000]],
    [says(undefined, 'tcp'), undefined, 'it said nothing at all in 5 s', 2, [5000]],
    [says('Listening on stdio'), undefined, neither('no reply'), 2, [60_000]],
    [says(REFUSAL), undefined, neither(REFUSED), 2, []],
    [
      says(REFUSAL),
      ['2025-06-18' as const],
      `it does not speak 2025-06-18; the first request got ${REFUSED}`,
      1,
      [],
    ],
  ])(
    'is reported, and its requests are counted (%#)',
    async (peer, eras, why, requests, answer) => {
      const waits: number[] = [];
      const report = await checkPeer(peer, {
        clock: new VirtualClock(),
        ...(eras && { eras }),
        onWaiting: ({ upTo }) => void waits.push(upTo),
      });
      expect(report).toMatchObject({ unreachable: why, requests, eras: [] });
      expect(waits).toEqual(answer);
    },
  );
});
