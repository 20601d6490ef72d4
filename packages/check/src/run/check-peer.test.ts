import { describe, expect, it } from 'vitest';
import { ANSWERS_CASES as CASES } from '../cases/answers.js';
import { VirtualClock } from '../testing/clocks.js';
import { Unreachable, type LinePeer } from '../wire/peer.js';
import { checkPeer } from './check-peer.js';

/** A server that has tools, the first of which says that it only reads. */
function withTools(...names: readonly string[]): LinePeer {
  const tools = names.map((name, index) => ({
    name,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: index === 0 },
  }));
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'shop', version: '1' },
    },
    'tools/list': { tools },
    ping: {},
  };
  return {
    transport: 'stdio',
    async open() {
      let say: (line: Uint8Array) => void = () => undefined;
      return {
        write: (bytes) => {
          const { id, method } = JSON.parse(Buffer.from(bytes).toString()) as {
            id?: number;
            method: string;
          };
          if (id === undefined) return;
          const result = results[method];
          const body = result ? { result } : { error: { code: -32601, message: 'no' } };
          setImmediate(() => say(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, ...body }))));
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

describe('the notes on a server', () => {
  it.each([
    [['look'], [], ['0 of 1 tools called']],
    [
      ['look', 'order'],
      [],
      [
        '0 of 2 tools called',
        'Not called: order: not marked readOnlyHint: true; allow it with --call order or --allow-writes',
      ],
    ],
    [['look', 'order'], ['order'], ['0 of 2 tools called']],
    [
      ['look', 'order', 'cancel'],
      [],
      [
        '0 of 3 tools called',
        'Not called: order, cancel: not marked readOnlyHint: true; allow them with --call <tool> or --allow-writes',
      ],
    ],
    [
      ['look', 'order'],
      ['ordr', 'order'],
      ['--call ordr: the server has no such tool; it has look, order', '0 of 2 tools called'],
    ],
    [
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      ['x', 'b', 'c', 'd', 'e', 'f', 'g'],
      [
        '--call x: the server has no such tool; it has a, b, c, d, e, and 2 more',
        '0 of 7 tools called',
      ],
    ],
    [[], ['x'], ['--call x: the server has no tools']],
  ])('with the tools %j, of which %j were allowed', async (tools, allowTools, notes) => {
    const clock = new VirtualClock();
    const report = await checkPeer(withTools(...tools), { clock, allowTools, cases: [] });
    expect(report).toMatchObject({ server: { name: 'shop' }, notes });
  });

  it('count the tools of a list of more than 64 KB', async () => {
    const names = Array.from({ length: 41 }, (_, n) => `tool-${n}-${'x'.repeat(2_000)}`);
    const clock = new VirtualClock();
    const { notes } = await checkPeer(withTools(...names), { clock, allowWrites: true, cases: [] });
    expect(notes).toEqual(['20 of 41 callable tools called: --max-tools sets the limit']);
  });

  it('name the limit where more tools could be called', async () => {
    const options = { clock: new VirtualClock(), allowWrites: true, maxTools: 2, cases: CASES };
    const { notes } = await checkPeer(withTools('look', 'order', 'cancel'), options);
    expect(notes).toEqual(['2 of 3 callable tools called: --max-tools sets the limit']);
  });
});

describe('a secret', () => {
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  const words = `it ended; its last words: postgres://ada:hunter2secret@db/x, C4n4ry`;
  it.each<[string, LinePeer['open']]>([
    ['the name of a tool', () => withTools('look', token).open()],
    ['the last words of a server', () => Promise.reject(new Unreachable(words))],
  ])('in %s is masked', async (_where, open) => {
    const canaries = { environment: ['C4n4ry'], argument: '' };
    const options = { clock: new VirtualClock(), canaries, cases: [] };
    const text = JSON.stringify(await checkPeer({ transport: 'stdio', open }, options));
    expect(text).toContain('[masked: ');
    expect(text).not.toMatch(/ghp_0|hunter2secret|C4n4ry/);
  });
});
