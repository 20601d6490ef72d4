import process from 'node:process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../clock.js';
import { checkPeer } from '../run/check-peer.js';
import { httpPeer } from '../wire/http-peer.js';
import type { CheckedPeer } from '../wire/peer.js';
import { stdioPeer } from '../wire/stdio-peer.js';
import { DEFAULT_TIMING } from '../session/session.js';
import type { Hooks } from '../testing/breakage.js';
import { casesNamed, verdictsOf } from '../testing/check-sample.js';
import { CASES } from './cases.js';

/** Answers whatever has an id, and does not expect null. */
const PROGRAM = `
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    let message = {};
    try { message = JSON.parse(line); } catch {}
    const { id, method } = message;
    if (id === undefined) return;
    const result = method === 'initialize' ? { protocolVersion: '2025-11-25' } : {};
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });`;

/** The same over HTTP: it is gone for good. */
async function serveOnce(): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (body === 'null') {
        server.close();
        server.closeAllConnections();
        return;
      }
      const { id, method } = (body === '' ? {} : readJson(body)) as Record<string, unknown>;
      const result = method === 'initialize' ? { protocolVersion: '2025-11-25' } : {};
      response.writeHead(id === undefined ? 202 : 200, { 'content-type': 'application/json' });
      response.end(id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

function readJson(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

async function survivalOf(peer: CheckedPeer) {
  const isOurs = ({ id }: { id: string }) => id === 'jsonrpc/5/no-message-ends-it';
  const { eras } = await checkPeer(peer, {
    eras: ['2025-11-25'],
    cases: CASES.filter(isOurs),
    context: CASES.filter(({ group }) => group === 'requests'),
  });
  const [result] = eras[0]!.results;
  return { verdict: result!.verdict, why: result!.why, sent: result!.exchanges[0]?.sent };
}

describe('a server that ends', () => {
  it('is reported with the message that ended it and its last line on standard error', async () => {
    const peer = stdioPeer({ command: process.execPath, args: ['-e', PROGRAM], secrets: [] });
    const { verdict, why, sent } = await survivalOf(peer);
    expect({ verdict, sent }).toEqual({ verdict: 'fail', sent: ['null'] });
    expect(why).toMatch(
      /^after null it ended with 1; its last words: TypeError: Cannot destructure property 'id' of 'message' as it is null\.$/,
    );
  });

  it('is reported if it can no longer be reached', async () => {
    const peer = httpPeer(await serveOnce(), { clock: systemClock });
    onTestFinished(() => peer.close());
    const { verdict, why } = await survivalOf(peer);
    expect(verdict).toBe('fail');
    expect(why).toMatch(/^after POST .* it could not be reached again: .+$/);
  });
});

describe('a tool that ends the server whatever it is called with', () => {
  const server = {
    era: '2025-11-25',
    transport: 'stdio',
    breaks: (): Hooks => ({
      incoming(text, controls) {
        if (text.includes('"tools/call"') && text.includes('"lookup"')) controls.die();
        return text;
      },
    }),
  } as const;

  it('is one cause, however many calls ended it', async () => {
    const id = 'jsonrpc/5/no-message-ends-it';
    const calls = casesNamed('mcp/2024-11-05/tools/call-arguments-', id);
    expect((await verdictsOf(server, calls))[id]!.match(/after /g)).toHaveLength(1);
  });

  it('is found by its call, and no abuse is blamed', async () => {
    const cases = casesNamed('jsonrpc/5/answers-tool', 'jsonrpc/5/alive-after-many-arguments');
    const alone = await verdictsOf(server, cases.slice(-1));
    expect(Object.values(alone)).toEqual([
      'not observed: the tool does the same when it is called with right arguments',
    ]);
    expect((await verdictsOf(server, cases))['jsonrpc/5/answers-tool']).toBe(
      'fail: the tool lookup got no reply: the server closed the connection',
    );
  });
});

it('a tool that never answers leaves nothing to say about its leaks', async () => {
  const breaks = (): Hooks => ({
    incoming: (text) =>
      text.includes('"tools/call"') && text.includes('"lookup"') ? undefined : text,
  });
  const where = { era: '2025-11-25', transport: 'stdio', breaks } as const;
  const leak = 'errata/leaks/stack-trace';
  const verdicts = await verdictsOf(where, casesNamed('jsonrpc/5/answers-', leak));
  expect(verdicts[leak]).toMatch(
    /^not observed: \d of \d tools \w+: a right call of lookup got no reply in time/,
  );
});

describe('a message that a server died of once', () => {
  it('is not blamed where a fresh server survives it', async () => {
    let deaths = 0;
    const breaks = (): Hooks => ({
      incoming(text, controls) {
        if (/"method":"[^"]{100000}/.test(text) && (deaths += 1) === 1) controls.die();
        return text;
      },
    });
    const where = { era: '2025-11-25', transport: 'stdio', breaks } as const;
    const cases = casesNamed('jsonrpc/5/alive-after-long-method', 'jsonrpc/5/no-message-ends-it');
    const [once, ever] = Object.values(await verdictsOf(where, cases));
    expect(once).toMatch(/^not observed: .* alone, does no harm to a fresh/);
    expect(ever).toMatch(/^fail: .*; a fresh server survives it alone/);
  });
});

describe('a server that stops reading after a long line, although its process goes on', () => {
  const program = `
    let text = '';
    const answer = (line) => {
      const { id, method } = JSON.parse(line);
      const result = method === 'initialize' ? { protocolVersion: '2025-11-25' } : {};
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    };
    process.stdin.on('data', (chunk) => {
      text += chunk;
      if (text.length > 1 << 20) return process.stdin.pause();
      const lines = text.split('\\n');
      text = lines.pop();
      lines.forEach(answer);
    });
    setInterval(() => {}, 1000);`;

  it('has closed the connection, which a line of 12 MiB allows', async () => {
    const peer = stdioPeer({ command: process.execPath, args: ['-e', program], secrets: [] });
    const { eras } = await checkPeer(peer, {
      eras: ['2025-11-25'],
      cases: casesNamed('jsonrpc/5/alive-after-huge-message', 'jsonrpc/5/alive-after-long-message'),
      // Both wait for it to expire.
      timing: { ...DEFAULT_TIMING, patience: 2000 },
    });
    const verdicts = eras[0]!.results.map(({ id, verdict, why }) => ({ id, verdict, why }));
    expect(verdicts).toEqual([
      {
        id: 'jsonrpc/5/alive-after-long-message',
        verdict: 'fail',
        why: 'after a request of 2 MB the server answered nothing more',
      },
      { id: 'jsonrpc/5/alive-after-huge-message', verdict: 'pass', why: undefined },
    ]);
  });
});
