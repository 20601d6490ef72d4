import { createServer as createTcpServer } from 'node:net';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alive, buildShop, createShopSystem } from '../testing/shop-system.js';
import { connectHttp } from './http.js';
import { connectStdio, connectTcp } from './lines.js';
import { startServer } from './child.js';
import { ProbeError } from './wire.js';

let built: string;
beforeAll(async () => {
  built = await buildShop();
});

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openShop(transport: 'stdio' | 'http', era: '2025-11-25' | '2026-07-28') {
  const world = await createShopSystem(built).open({ transport, era });
  closing.push(() => world.close());
  return world.wire;
}

describe.each(['stdio', 'http'] as const)('a wire over %s', (transport) => {
  it.each(['2025-11-25', '2026-07-28'] as const)(
    'asks, sends raw texts and hears notifications in %s',
    async (era) => {
      const wire = await openShop(transport, era);
      await wire.callTool('tell');
      expect(wire.notifications).toMatchObject([{ method: 'notifications/progress' }]);
      const hello = await wire.callTool('grüßen');
      expect(hello.message).toMatchObject({ result: { content: [{ text: 'hello' }] } });
      const [none, list] = await Promise.all([
        wire.send('{"jsonrpc":"2.0",'),
        wire.request('tools/list'),
      ]);
      expect(none).toMatchObject({
        message: { error: { code: -32700 } },
        sent: '{"jsonrpc":"2.0",',
      });
      expect(list.message).toMatchObject({ result: { tools: [] } });
      expect(wire.answers).toContain(none);
      const bytes = Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
      expect((await wire.send(bytes)).message).toMatchObject({ error: { code: -32700 } });
    },
  );

  it('gives the reply to a raw request by its id, digit by digit', async () => {
    const wire = await openShop(transport, '2025-11-25');
    const id = '9007199254740993';
    const answer = await wire.send(`{"jsonrpc":"2.0","id":${id},"method":"nothing"}`);
    expect(answer.text).toContain(`"id":${id}`);
  });
});

describe('connectStdio', () => {
  const era = '2025-11-25';

  it('says what a server that ends at once has said', async () => {
    const args = ['-e', 'console.error("no licence"); process.exit(3)'];
    const refused = connectStdio({ command: process.execPath, args, era });
    await expect(refused).rejects.toThrow('the server has ended with 3; it said: no licence');
  });

  it('says that the command is unknown', async () => {
    await expect(connectStdio({ command: '/nowhere/at-all', era })).rejects.toThrow('cannot start');
  });

  it('takes no server that wants another revision, and ends it', async () => {
    const program =
      'process.stderr.write(`${process.pid}\\n`);' +
      'process.stdin.once("data", () => console.log(JSON.stringify({jsonrpc:"2.0",id:1,result:{protocolVersion:"2024-11-05"}})))';
    let pid = 0;
    const options = { command: process.execPath, args: ['-e', program], era } as const;
    const refused = connectStdio({ ...options, stderr: (text) => (pid = Number(text)) });
    await expect(refused).rejects.toThrow('initialize in 2025-11-25 was answered with');
    expect(pid).toBeGreaterThan(0);
    expect(alive([pid])).toEqual([]);
  });

  it('gives up on a reply that does not come in time', async () => {
    const args = ['-e', 'process.stdin.resume()'];
    const options = { command: process.execPath, args, era, timeout: 50, grace: 300_000 } as const;
    await expect(connectStdio(options)).rejects.toThrow(ProbeError);
    const wire = await connectStdio({ ...options, handshake: false });
    await expect(wire.request('ping')).rejects.toThrow('no reply within 50 ms');
    await wire.close();
    expect(await wire.ended).toBe(0);
    await expect(wire.request('ping')).rejects.toThrow('the server has ended');
  });
});

describe('startServer', () => {
  const start = (program: string, more: object = {}) =>
    startServer({ command: process.execPath, args: ['-e', program], ready: /^at (\S+)$/, ...more });

  it('waits for the line that says where it is, and ends it', async () => {
    const server = await start(
      'process.stderr.write("at "); setTimeout(() => process.stderr.write("home\\n"), 10); process.stdin.resume()',
    );
    expect(server.match[1]).toBe('home');
    expect(alive([server.pid!])).toEqual([server.pid]);
    await server.close();
    expect(await server.ended).toBe(0);
    expect(alive([server.pid!])).toEqual([]);
  });

  it('says why there is no server', async () => {
    const failed: unknown = await start('throw new Error("port taken")').catch((e: unknown) => e);
    const { message } = failed as Error;
    expect(message).toContain('Error: port taken');
    expect(message).not.toMatch(/^\s+at /m);
    const silent = start('process.stdin.resume()', { timeout: 50 });
    await expect(silent).rejects.toThrow('the server was not ready within 50 ms');
  });
});

/** A server that keeps the headers it was sent, and answers with the given function. */
async function serveHttp(answer: (body: string) => readonly [number, string, string]) {
  const seen: IncomingHttpHeaders[] = [];
  const server = createHttpServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      seen.push(request.headers);
      const [status, type, text] = answer(body);
      response.writeHead(status, { 'content-type': type, 'mcp-session-id': 'session-1' });
      response.end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

describe('connectHttp', () => {
  const ok = '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}';

  it('keeps session and revision after the handshake', async () => {
    const { seen, url } = await serveHttp(() => [200, 'application/json', ok]);
    const wire = await connectHttp({
      url,
      era: '2025-11-25',
      headers: { authorization: 'Bearer x' },
    });
    await wire.request('tools/list');
    await wire.close();
    const [initialize, initialized, list, ended] = seen;
    expect(initialize).not.toHaveProperty('mcp-session-id');
    expect(initialize).not.toHaveProperty('mcp-protocol-version');
    for (const later of [initialized, list, ended]) {
      expect(later).toMatchObject({
        'mcp-session-id': 'session-1',
        'mcp-protocol-version': '2025-11-25',
        authorization: 'Bearer x',
      });
    }
    expect(wire.sessionId).toBe('session-1');
  });

  it('mirrors method and name on 2026-07-28, and lets one request lie', async () => {
    const { seen, url } = await serveHttp(() => [200, 'application/json', ok]);
    const wire = await connectHttp({ url, era: '2026-07-28' });
    await wire.callTool('grüßen');
    await wire.callTool('buy', {}, { 'Mcp-Name': 'sell', 'mcp-method': undefined });
    await wire.close();
    expect(seen[0]).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('grüßen').toString('base64')}?=`,
    });
    expect(seen[1]).toMatchObject({ 'mcp-name': 'sell' });
    expect(seen[1]).not.toHaveProperty('mcp-method');
  });

  it('reads events in pieces, and answers what the server asks meanwhile', async () => {
    const asks = '{"jsonrpc":"2.0","id":"s1","method":"ping"}';
    const bodies: string[] = [];
    const { url } = await serveHttp((body) => {
      bodies.push(body);
      if (body.includes('"s1"')) return [202, 'text/plain', ''];
      return [
        200,
        'text/event-stream',
        `: hi\n\ndata: ${asks}\r\n\r\ndata: {"jsonrpc":\ndata: "2.0","id":1,"result":{}}\n\n`,
      ];
    });
    const wire = await connectHttp({ url, era: 'jsonrpc' });
    expect((await wire.request('x')).message).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    while (bodies.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(JSON.parse(bodies[1]!)).toEqual({ jsonrpc: '2.0', id: 's1', result: {} });
    await wire.close();
  });

  it('keeps an invalid answer, and misses one that is empty', async () => {
    const { url } = await serveHttp((body) =>
      body.includes('teapot') ? [418, 'text/plain', 'short and stout'] : [204, 'text/plain', ''],
    );
    const wire = await connectHttp({ url, era: 'jsonrpc' });
    expect(await wire.request('teapot')).toMatchObject({
      status: 418,
      text: 'short and stout',
      message: undefined,
    });
    await expect(wire.request('x')).rejects.toThrow(
      'x was answered with HTTP 204 and nothing else',
    );
    await wire.close();
    await expect(wire.request('x')).rejects.toThrow(ProbeError);
  });
});

describe('connectHttp and a server that closes connections when it likes', () => {
  it('loses no request to a connection that closes at this moment', async () => {
    const reply = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${reply.length}\r\n\r\n`;
    // Each connection is good for one request: as an idle one is whose time is over when the next request is on its way.
    const server = createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write(head + reply);
        socket.once('data', () => socket.destroy());
      });
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const wire = await connectHttp({ url, era: '2025-11-25', handshake: false });
    closing.push(() => wire.close());
    for (let count = 0; count < 3; count++) {
      expect((await wire.request('ping')).message).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    }
  });
});

describe('connectTcp', () => {
  it('speaks plain JSON-RPC by line, and notices when the server hangs up', async () => {
    const server = createTcpServer((socket) => {
      socket.setEncoding('utf8').on('data', (line: string) => {
        const { id, method } = JSON.parse(line) as { id: number; method: string };
        if (method === 'bye') return socket.end();
        socket.write(`{"jsonrpc":"2.0","id":${id},`);
        socket.write('"result":"here"}\n');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const wire = await connectTcp({ host: '127.0.0.1', port });
    expect((await wire.request('where')).message).toMatchObject({ result: 'here' });
    await expect(wire.request('bye')).rejects.toThrow('the server has closed the connection');
    await wire.close();
    server.close();
    await once(server, 'close');
    await expect(connectTcp({ host: '127.0.0.1', port })).rejects.toThrow('ECONNREFUSED');
  });
});
