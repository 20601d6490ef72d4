import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../clock.js';
import { httpPeer, type ClosableHttpPeer, type HttpPeerOptions } from './http-peer.js';
import { Unreachable, type HttpAsk } from './peer.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const POST: HttpAsk = { method: 'POST', headers: {}, body: '{}', patience: 600_000 };
const GET: HttpAsk = { method: 'GET', headers: {}, patience: 600_000 };
const EVENTS = { 'Content-Type': 'text/event-stream' };

/** A server for one test, and a peer that asks it. */
async function withServer(
  handler: Handler,
  test: (peer: ClosableHttpPeer, sockets: readonly Socket[]) => Promise<void>,
  options: Partial<HttpPeerOptions> = {},
): Promise<void> {
  const sockets: Socket[] = [];
  const server = createServer(handler).on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const peer = httpPeer(`http://127.0.0.1:${port}/mcp?key=1`, { clock: systemClock, ...options });
  try {
    await test(peer, sockets);
  } finally {
    await peer.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

/** A server on bare sockets: it gets each as soon as something came. */
async function withSockets(
  onRequest: (socket: Socket, nth: number) => void,
  test: (peer: ClosableHttpPeer) => Promise<void>,
): Promise<void> {
  const open = new Set<Socket>();
  let count = 0;
  const server = createSocketServer((socket) => {
    open.add(socket);
    const nth = (count += 1);
    socket.on('error', () => undefined).on('data', () => onRequest(socket, nth));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const peer = httpPeer(`http://127.0.0.1:${port}/`, { clock: systemClock });
  try {
    await test(peer);
  } finally {
    await peer.close();
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  }
}

/** A time that is over when a test says so. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const clockFor = (milliseconds: number): Clock => ({
    ...systemClock,
    sleep: (wanted, signal) =>
      wanted === milliseconds ? opened : systemClock.sleep(wanted, signal),
  });
  return { open: () => open(), clockFor };
}

/** Says what it was asked. */
const echo: Handler = (request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { method, url, headers } = request;
    const body = Buffer.concat(pieces).toString();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ method, url, headers, body }));
  });
};

async function heardBy(peer: ClosableHttpPeer, ask: HttpAsk) {
  const answer = await peer.ask(ask);
  return JSON.parse(answer!.body) as {
    method: string;
    url: string;
    headers: Record<string, string>;
    body: string;
  };
}

describe('a request', () => {
  it('is said exactly so, to the path and query of the URL', () =>
    withServer(echo, async (peer) => {
      const message = await heardBy(peer, {
        ...POST,
        headers: { 'mcp-method': 'ping' },
        body: 'é',
      });
      expect(message).toMatchObject({ method: 'POST', url: '/mcp?key=1', body: 'é' });
      expect(message.headers).toMatchObject({ 'mcp-method': 'ping', 'content-length': '2' });
    }));

  it('without a body says no length', () =>
    withServer(echo, async (peer) => {
      const message = await heardBy(peer, { ...GET, path: '/other' });
      expect(message).toMatchObject({ method: 'GET', url: '/other', body: '' });
      expect(message.headers).not.toHaveProperty('content-length');
    }));

  it('has the headers of the user unless it says them itself', () =>
    withServer(
      echo,
      async (peer) => {
        const usual = await heardBy(peer, POST);
        expect(usual.headers['authorization']).toBe('Bearer mine');
        const other = await heardBy(peer, { ...POST, headers: { authorization: 'Bearer other' } });
        expect(other.headers['authorization']).toBe('Bearer other');
      },
      { headers: { Authorization: 'Bearer mine' } },
    ));

  it('goes in chunks where it says so', () =>
    withServer(echo, async (peer) => {
      const message = await heardBy(peer, { ...POST, headers: { 'transfer-encoding': 'chunked' } });
      expect(message.body).toBe('{}');
      expect(message.headers['transfer-encoding']).toBe('chunked');
      expect(message.headers).not.toHaveProperty('content-length');
    }));

  it('can be bytes that are not text', () =>
    withServer(
      (request, response) => {
        request.on('data', (piece: Buffer) => response.write(piece.toString('hex')));
        request.on('end', () => response.end());
      },
      async (peer) => {
        const answer = await peer.ask({ ...POST, body: Uint8Array.of(0xff, 0x00) });
        expect(answer?.body).toBe('ff00');
      },
    ));

  it('keeps its last byte back for a while', async () => {
    const seen: string[] = [];
    const stall = gate();
    await withServer(
      (request, response) => {
        request.on('data', (piece: Buffer) => {
          seen.push(piece.toString());
          stall.open();
        });
        request.on('end', () => response.end('thanks'));
      },
      async (peer) => {
        const answer = await peer.ask({ ...POST, body: '12345', stallMs: 77 });
        expect(answer).toMatchObject({ status: 200, body: 'thanks' });
        expect(seen).toEqual(['1234', '5']);
      },
      { clock: stall.clockFor(77) },
    );
  });

  it('does not wait with its last byte for a server that has answered', () =>
    withServer(
      (_request, response) => void response.writeHead(408).end(),
      async (peer) => {
        const answer = await peer.ask({ ...POST, stallMs: 3_600_000 });
        expect(answer?.status).toBe(408);
      },
    ));

  it('is left without an answer when it hangs up, and has arrived nevertheless', async () => {
    let arrived: (body: string) => void = () => undefined;
    const body = new Promise<string>((resolve) => (arrived = resolve));
    await withServer(
      (request, response) => {
        let text = '';
        request.on('data', (piece: Buffer) => (text += piece.toString()));
        request.on('end', () => {
          arrived(text);
          response.end('too late');
        });
      },
      async (peer) => {
        expect(await peer.ask({ ...POST, body: 'farewell', hangUp: true })).toBeUndefined();
        expect(await body).toBe('farewell');
        expect(await peer.ask(POST)).toMatchObject({ body: 'too late' });
      },
    );
  });
});

describe('an answer', () => {
  it('has its headers in lower case, and several of a name as one', () =>
    withServer(
      (_request, response) =>
        void response.writeHead(202, { 'Mcp-Session-Id': 'A', 'Set-Cookie': ['a=1', 'b=2'] }).end(),
      async (peer) => {
        const answer = await peer.ask(POST);
        expect(answer).toMatchObject({ status: 202, body: '', ended: 'whole' });
        expect(answer?.headers).toMatchObject({ 'mcp-session-id': 'A', 'set-cookie': 'a=1, b=2' });
      },
    ));

  it('that comes in pieces is put together, also within a character', () =>
    withServer(
      (_request, response) => {
        const bytes = Buffer.from('{"x":"é"}');
        response.write(bytes.subarray(0, 7));
        setImmediate(() => response.end(bytes.subarray(7)));
      },
      async (peer) => {
        expect(await peer.ask(POST)).toMatchObject({ body: '{"x":"é"}', ended: 'whole' });
      },
    ));

  it('that leads elsewhere is not followed', () =>
    withServer(
      (_request, response) =>
        void response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end(),
      async (peer) => {
        expect((await peer.ask(POST))?.status).toBe(307);
      },
    ));

  it('to HEAD has no body', () =>
    withServer(echo, async (peer) => {
      const answer = await peer.ask({ ...GET, method: 'HEAD' });
      expect(answer).toMatchObject({ status: 200, body: '', ended: 'whole' });
    }));

  it('that never ends is given as far as it came', async () => {
    const patience = gate();
    await withServer(
      (_request, response) => void response.writeHead(200, EVENTS).write('so far'),
      async (peer) => {
        const enough = (body: string): boolean => {
          if (body === 'so far') patience.open();
          return false;
        };
        const answer = await peer.ask({ ...POST, patience: 77, enough });
        expect(answer).toMatchObject({ status: 200, body: 'so far', ended: 'late' });
      },
      { clock: patience.clockFor(77) },
    );
  });

  it('that does not come at all is none', () =>
    withServer(
      () => undefined,
      async (peer) => {
        expect(await peer.ask({ ...POST, patience: 50 })).toBeUndefined();
      },
    ));

  it('that is cut off is marked as cut', () =>
    withServer(
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('half', () => response.destroy());
      },
      async (peer) => {
        expect(await peer.ask(POST)).toMatchObject({ status: 200, body: 'half', ended: 'cut' });
      },
    ));

  it('that is too long is left', () =>
    withServer(
      (_request, response) => {
        const more = (): void => {
          while (response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
      async (peer) => {
        const answer = await peer.ask(POST);
        expect(answer?.ended).toBe('left');
        expect(answer?.body.length).toBe(4 * 1024 * 1024);
      },
    ));

  it('to a body that the server does not read to its end still arrives', () =>
    withServer(
      (_request, response) => void response.writeHead(413, { Connection: 'keep-alive' }).end('no'),
      async (peer) => {
        const answer = await peer.ask({ ...POST, body: 'x'.repeat(1000), stallMs: 3_600_000 });
        expect(answer).toMatchObject({ status: 413, body: 'no', ended: 'whole' });
        expect(await peer.ask(POST)).toMatchObject({ status: 413 });
      },
    ));
});

describe('an answer that is encoded', () => {
  const ENCODERS = {
    gzip: gzipSync,
    'X-Gzip': gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
  };
  const encoded =
    (name: string, bytes: Uint8Array, type = 'application/json'): Handler =>
    (_request, response) =>
      void response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': name }).end(bytes);

  it('is not asked for, unless the request says so', () =>
    withServer(echo, async (peer) => {
      expect((await heardBy(peer, POST)).headers['accept-encoding']).toBe('identity');
      const other = await heardBy(peer, { ...POST, headers: { 'accept-encoding': 'gzip' } });
      expect(other.headers['accept-encoding']).toBe('gzip');
    }));

  it.each(Object.entries(ENCODERS))('by %s is decoded', (name, encode) =>
    withServer(encoded(name, encode('{"x":"é"}')), async (peer, sockets) => {
      expect(await peer.ask(POST)).toMatchObject({ body: '{"x":"é"}', ended: 'whole' });
      expect(await peer.ask(POST)).toMatchObject({ body: '{"x":"é"}', ended: 'whole' });
      expect(sockets).toHaveLength(1);
    }),
  );

  it('with an unknown encoding is given as it is', () =>
    withServer(encoded('rot13', Buffer.from('abc')), async (peer) => {
      expect(await peer.ask(POST)).toMatchObject({ body: 'abc', ended: 'whole' });
    }));

  it('is left where it becomes too long', () =>
    withServer(encoded('gzip', gzipSync(Buffer.alloc(64 << 20, 'x'))), async (peer) => {
      const answer = await peer.ask(POST);
      expect(answer?.ended).toBe('left');
      expect(answer?.body.length).toBe(4 * 1024 * 1024);
    }));

  it('in no such way is cut off', () =>
    withServer(encoded('gzip', Buffer.from('not at all')), async (peer) => {
      expect(await peer.ask(POST)).toMatchObject({ status: 200, body: '', ended: 'cut' });
    }));

  it('and has no body is whole', () =>
    withServer(encoded('gzip', Buffer.alloc(0)), async (peer) => {
      expect(await peer.ask(POST)).toMatchObject({ body: '', ended: 'whole' });
      expect(await peer.ask({ ...GET, method: 'HEAD' })).toMatchObject({ ended: 'whole' });
    }));

  it('may be an event stream', () =>
    withServer(
      (_request, response) => {
        response.writeHead(200, { ...EVENTS, 'Content-Encoding': 'gzip' });
        const zip = createGzip();
        zip.pipe(response);
        zip.write('data: 1\n\n');
        zip.flush();
      },
      async (peer) => {
        const answer = await peer.ask({ ...POST, enough: (body) => body.includes('data: 1') });
        expect(answer).toMatchObject({ body: 'data: 1\n\n', ended: 'left' });
      },
    ));
});

describe('an event stream', () => {
  it('is given piece by piece', async () => {
    const pieces: string[] = [];
    await withServer(talker, async (peer) => {
      const enough = (body: string, piece = ''): boolean => {
        pieces.push(piece);
        return body.includes('data: 2');
      };
      const answer = await peer.ask({ ...POST, enough });
      expect(pieces.join('')).toBe(answer?.body);
    });
  });

  const talker: Handler = (_request, response) => {
    response.writeHead(200, EVENTS);
    response.write('data: 1\n\n');
    setImmediate(() => response.write('data: 2\n\n'));
  };

  it('is left when it has said enough', () =>
    withServer(talker, async (peer) => {
      const answer = await peer.ask({ ...POST, enough: (body) => body.includes('data: 2') });
      expect(answer).toMatchObject({ body: 'data: 1\n\ndata: 2\n\n', ended: 'left' });
    }));

  it('can be left as soon as it is there, though it says nothing', () =>
    withServer(
      (_request, response) => response.writeHead(200, EVENTS).flushHeaders(),
      async (peer) => {
        const answer = await peer.ask({ ...GET, enough: () => true });
        expect(answer).toMatchObject({ status: 200, body: '', ended: 'left' });
        expect(answer?.headers['content-type']).toBe('text/event-stream');
      },
    ));

  it('that ends by itself is whole', () =>
    withServer(
      (_request, response) => void response.writeHead(200, EVENTS).end('data: 1\n\n'),
      async (peer) => {
        const answer = await peer.ask({ ...POST, enough: () => false });
        expect(answer).toMatchObject({ body: 'data: 1\n\n', ended: 'whole' });
      },
    ));

  it('is not what JSON is taken for', () =>
    withServer(echo, async (peer) => {
      const answer = await peer.ask({ ...POST, enough: () => true });
      expect(answer?.ended).toBe('whole');
    }));
});

describe('a connection', () => {
  it('is used again', () =>
    withServer(echo, async (peer, sockets) => {
      for (let turn = 0; turn < 3; turn += 1) await peer.ask(POST);
      expect(sockets.length).toBe(1);
    }));

  it('that the server closed in the meantime is replaced by another', () =>
    withSockets(
      (socket, nth) => {
        if (socket.bytesRead > 0 && socket.bytesWritten > 0) return void socket.resetAndDestroy();
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${nth}`);
      },
      async (peer) => {
        expect((await peer.ask(GET))?.body).toBe('1');
        expect((await peer.ask(GET))?.body).toBe('2');
      },
    ));

  it('that is reset in place of an answer gives none', () =>
    withSockets(
      (socket) => void socket.resetAndDestroy(),
      async (peer) => {
        expect(await peer.ask(POST)).toBeUndefined();
      },
    ));

  it('on which no HTTP is spoken gives none', () =>
    withSockets(
      (socket) => void socket.write('SSH-2.0-whatever\r\n'),
      async (peer) => {
        expect(await peer.ask(POST)).toBeUndefined();
      },
    ));
});

describe('a server that is not there', () => {
  it('is unreachable', async () => {
    const peer = httpPeer(`http://127.0.0.1:${await freePort()}/mcp`, { clock: systemClock });
    const asking = peer.ask(POST);
    await expect(asking).rejects.toThrow(Unreachable);
    await expect(asking).rejects.toThrow(/no connection to .*\/mcp: the connection was refused/);
    await peer.close();
  });

  it('is unreachable where TLS was wanted and is not spoken', () =>
    withServer(echo, async ({ url }) => {
      const peer = httpPeer(url.replace('http:', 'https:'), { clock: systemClock });
      await expect(peer.ask(POST)).rejects.toThrow(Unreachable);
      await peer.close();
    }));

  it('does not show the password of its URL', async () => {
    const peer = httpPeer(`http://me:secret@127.0.0.1:${await freePort()}/`, {
      clock: systemClock,
    });
    expect(peer.url).not.toContain('secret');
    await expect(peer.ask(POST)).rejects.not.toThrow('secret');
    await peer.close();
  });

  it('gives no answer when it was there before', async () => {
    const server = createServer(echo).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const peer = httpPeer(`http://127.0.0.1:${port}/`, { clock: systemClock });
    expect(await peer.ask(POST)).toBeDefined();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    expect(await peer.ask(POST)).toBeUndefined();
    await peer.close();
  });
});

/** A closed port. */
async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
