import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpEdgeOptions } from './settings.js';
import { ADAPTERS, LISTENING, type Mounted } from './testing/adapters.js';
import { RawSocket, rawPost } from './testing/raw-socket.js';
import { call, createDemoEdge } from './testing/rows.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function serve(adapter: string, options: Partial<HttpEdgeOptions> = {}): Promise<Mounted> {
  const mounted = await ADAPTERS[adapter]!(createDemoEdge({ sessions: false, ...options }));
  open.push(mounted);
  return mounted;
}

async function dial({ url }: Mounted): Promise<RawSocket> {
  const raw = await RawSocket.open(url!);
  open.push({ close: () => raw.socket.destroy() });
  return raw;
}

const ping = (id: number) => JSON.stringify(call('ping', undefined, id));
const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);

describe.each(LISTENING)('what no HTTP client sends, over %s', (adapter) => {
  it('answers requests that come in one packet, in order', async () => {
    const raw = await dial(await serve(adapter));
    raw.write([1, 2, 3, 4, 5].map((id) => rawPost(ping(id))).join(''));
    const text = await raw.until(/"id":5,/);
    const ids = [...text.matchAll(/"id":(\d),"result"/g)].map(([, id]) => Number(id));
    expect(ids).toEqual([1, 2, 3, 4, 5]);
  });

  it('answers a body that comes byte by byte', async () => {
    const raw = await dial(await serve(adapter));
    for (const byte of rawPost(ping(1))) raw.write(byte);
    expect(await raw.until(/"result"/)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('answers chunks', async () => {
    const raw = await dial(await serve(adapter));
    const body = ping(1);
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    raw.write(rawPost('', ['Transfer-Encoding: chunked']));
    raw.write(chunk(body.slice(0, 9)) + chunk(body.slice(9)) + chunk(''));
    expect(await raw.until(/"result"/)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ignores a duplicate header', async () => {
    const raw = await dial(await serve(adapter));
    raw.write(
      rawPost(ping(1), ['MCP-Protocol-Version: 2025-11-25', 'MCP-Protocol-Version: 2025-11-25']),
    );
    expect(await raw.until(/-32022/)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('refuses a body by its announced length before it is sent', async () => {
    const raw = await dial(await serve(adapter, { limits: { maxBytes: 1000 } }));
    raw.write(rawPost('', [], 1_000_000));
    expect(await raw.until(/too-large/)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('refuses a chunked body over the limit at once, and closes', async () => {
    const raw = await dial(await serve(adapter, { limits: { maxBytes: 1000 } }));
    raw.write(rawPost('', ['Transfer-Encoding: chunked']));
    const chunk = `800\r\n${'x'.repeat(2048)}\r\n`;
    raw.write(chunk + chunk);
    expect(await raw.until(/too-large/)).toMatch(/^HTTP\/1\.1 413 /);
    raw.write(chunk);
    expect(bodyOf(await raw.closed())).toMatch(/"problem":"too-large"/);
  });

  it('answers a client that sends its whole body before it reads', async () => {
    const raw = await dial(await serve(adapter, { limits: { maxBytes: 1000 } }));
    raw.socket.pause();
    const size = 6_000_000;
    raw.write(rawPost('', [], size));
    await new Promise<void>((sent) => {
      raw.socket.once('close', () => sent());
      raw.socket.write('x'.repeat(size), () => sent());
    });
    raw.socket.resume();
    expect(await raw.until(/too-large/)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('ends a request whose body never ends', async () => {
    const raw = await dial(await serve(adapter, { bodyTimeout: 30 }));
    raw.write(rawPost(ping(1).slice(0, 10), [], 500));
    expect(await raw.until(/too-slow/)).toMatch(/^HTTP\/1\.1 408 /);
    await raw.closed();
  });

  it('survives a client that goes away in the middle of its body', async () => {
    const mounted = await serve(adapter);
    const raw = await dial(mounted);
    raw.write(rawPost(ping(1).slice(0, 10), [], 500));
    raw.socket.destroy();
    const sent = { headers: { 'content-type': 'application/json' }, body: ping(2) };
    expect((await mounted.send(sent)).body).toBe('{"jsonrpc":"2.0","id":2,"result":{}}');
  });

  it('survives an invalid request line', async () => {
    const mounted = await serve(adapter);
    const raw = await dial(mounted);
    raw.write('\x16\x03\x01 what is this\r\n\r\n');
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 400 /);
    const sent = { headers: { 'content-type': 'application/json' }, body: ping(2) };
    expect((await mounted.send(sent)).status).toBe(200);
  });

  it('answers a client that has closed its half', async () => {
    const raw = await dial(await serve(adapter));
    raw.write(rawPost(ping(1), ['Connection: close']));
    raw.socket.end();
    expect(await raw.closed()).toMatch(/"id":1,"result"/);
  });

  it('keeps the connection after a refusal that read no body', async () => {
    const raw = await dial(await serve(adapter));
    raw.write(rawPost(ping(1), ['Origin: https://evil.example']));
    await raw.until(/origin-refused/);
    raw.write(rawPost(ping(2)));
    expect(await raw.until(/"id":2,/)).toMatch(/HTTP\/1\.1 200 /);
  });
});

describe.each(['node', 'listen', 'express', 'fastify'])('two hosts, over %s', (adapter) => {
  it('are refused, because a proxy may have gone by the other', async () => {
    const raw = await dial(await serve(adapter));
    raw.write(rawPost(ping(1), ['Host: evil.example']));
    expect(await raw.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 40[03] /);
  });
});

describe('a port that is taken', () => {
  it('rejects the call that wanted it', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => new Promise((resolve) => taken.close(resolve)) });
    const { port } = taken.address() as { port: number };
    const { serveHttp } = await import('./serve-http.js');
    await expect(serveHttp(createDemoEdge(), { port })).rejects.toThrow(/EADDRINUSE/);
  });
});
