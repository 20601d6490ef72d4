import { createServer, type RequestListener } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ResourceContents } from '../content.js';
import { httpResource, type HttpResourceOptions } from './http-resource.js';
import { createContext } from './testing/read-uri.js';

async function listen(server: Server, close: () => void): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(close);
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An upstream that answers like this; its host and port. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  return listen(server, () => {
    server.close();
    server.closeAllConnections();
  });
}

/** An upstream that speaks its own bytes. */
async function serveSocket(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  });
  return listen(server, () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
}

async function read(
  url: string,
  options: Partial<HttpResourceOptions> = {},
  signal?: AbortSignal,
): Promise<ResourceContents> {
  const resource = httpResource({ uri: 'up:/x', url, name: 'x', ...options });
  const [contents] = (await resource.read(
    'up:/x',
    createContext(signal),
  )) as readonly ResourceContents[];
  return contents!;
}

const transportError = (details: string | RegExp) => ({
  reason: 'TRANSPORT',
  effect: 'none',
  context: {
    details: typeof details === 'string' ? details : (expect.stringMatching(details) as unknown),
  },
});

describe('an upstream that answers', () => {
  it('gives its text under the resource’s URI, of its type', async () => {
    const host = await serve((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`${request.method} ${request.url} ü`);
    });
    expect(await read(`http://${host}/a?b=1`)).toEqual({
      uri: 'up:/x',
      mimeType: 'text/html',
      text: 'GET /a?b=1 ü',
    });
    expect(await read(`http://${host}/`, { mimeType: 'text/x' })).toMatchObject({
      mimeType: 'text/x',
    });
  });

  it('returns bytes as base64, with their media type', async () => {
    const host = await serve((request, response) => {
      if (request.url === '/typed')
        response.setHeader('content-type', 'text/plain; charset=latin1');
      response.end(Buffer.of(0xfc));
    });
    expect(await read(`http://${host}/typed`)).toMatchObject({
      mimeType: 'text/plain; charset=latin1',
      blob: '/A==',
    });
    expect(await read(`http://${host}/`)).toMatchObject({ mimeType: 'application/octet-stream' });
  });

  it('gets the credentials of its URL', async () => {
    const host = await serve((request, response) => response.end(request.headers.authorization));
    const expected = `Basic ${Buffer.from('user:pass').toString('base64')}`;
    expect(await read(`http://user:pass@${host}/`)).toMatchObject({ text: expected });
  });

  it('says with 404 that the resource does not exist', async () => {
    const host = await serve((_request, response) => response.writeHead(404).end('no'));
    await expect(read(`http://${host}/`)).rejects.toMatchObject({
      reason: 'RESOURCE_NOT_FOUND',
      context: { uri: 'up:/x' },
    });
  });

  it.each([
    [500, true],
    [503, true],
    [429, true],
    [403, false],
    [302, false],
    [304, false],
  ])('with %i failed, and whether another try helps is %s', async (status, retryable) => {
    const host = await serve((_request, response) =>
      response.writeHead(status, { location: '/', 'retry-after': '7' }).end(),
    );
    await expect(read(`http://${host}/`)).rejects.toMatchObject({
      ...transportError(`The upstream answered with status ${status}`),
      retryable,
      retryAfter: retryable ? 7 : undefined,
    });
  });

  it('may not send more than is allowed', async () => {
    const host = await serve((_request, response) => response.end('12345'));
    expect(await read(`http://${host}/`, { maxBytes: 5 })).toMatchObject({ text: '12345' });
    await expect(read(`http://${host}/`, { maxBytes: 4 })).rejects.toMatchObject({
      ...transportError('The upstream sent more than 4 bytes'),
      retryable: false,
    });
  });

  it('fails if it compresses without being asked', async () => {
    const host = await serve((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end('x'),
    );
    await expect(read(`http://${host}/`)).rejects.toMatchObject(transportError(/encoding/));
  });
});

describe('a connection that fails', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n';

  it.each([
    [
      'is reset in the middle of the answer',
      'ECONNRESET',
      (socket: Socket) => socket.write(`${HEAD}half`, () => socket.resetAndDestroy()),
    ],
    [
      'ends in the middle of the answer',
      'ECONNRESET',
      (socket: Socket) => socket.end(`${HEAD}half`),
    ],
    [
      'ends before the last chunk',
      'ECONNRESET',
      (socket: Socket) =>
        socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
    ],
    ['is reset before any answer', 'ECONNRESET', (socket: Socket) => socket.resetAndDestroy()],
    ['ends before any answer', 'ECONNRESET', (socket: Socket) => socket.end()],
    [
      'does not speak HTTP',
      'HPE_INVALID_CONSTANT',
      (socket: Socket) => socket.end('SSH-2.0-x\r\n'),
    ],
  ])('%s: %s', async (_how, code, answer) => {
    const host = await serveSocket(answer);
    await expect(read(`http://user:hunter2@${host}/?key=hunter2`)).rejects.toMatchObject({
      ...transportError(`The connection to the upstream failed (${code})`),
      retryable: true,
      cause: { code },
    });
  });

  it('is refused', async () => {
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await expect(read(`http://127.0.0.1:${port}/`)).rejects.toMatchObject(
      transportError(/\(ECONNREFUSED\)$/),
    );
  });

  it('fails if the server does not speak TLS', async () => {
    const host = await serve((_request, response) => response.end());
    await expect(read(`https://${host}/`)).rejects.toMatchObject(
      transportError(/\((EPROTO|ERR_SSL_\w+)\)$/),
    );
  });

  it.each([
    ['before the answer', ''],
    ['in the middle of it', `${HEAD}half`],
  ])('is silent %s for too long', async (_when, sent) => {
    const host = await serveSocket((socket) => socket.write(sent));
    await expect(read(`http://${host}/`, { timeout: 50 })).rejects.toMatchObject(
      transportError('The upstream did not answer within 0.05 s'),
    );
  });

  it('is given up when the client is gone', async () => {
    let ask = (_socket: Socket) => {};
    const connected = new Promise<Socket>((resolve) => (ask = resolve));
    const host = await serveSocket((socket) => ask(socket));
    const client = new AbortController();
    const reading = read(`http://${host}/`, {}, client.signal);
    const socket = await connected;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    client.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    await closed;
  });
});

it.each(['ftp://x/', 'file:///etc/passwd', 'nonsense'])('does not fetch %s', (url) => {
  expect(() => httpResource({ uri: 'a:', url, name: 'a' })).toThrow(TypeError);
});
