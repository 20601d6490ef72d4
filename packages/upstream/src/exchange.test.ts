import type { Socket } from 'node:net';
import { answering, closing, eventually, startRaw } from '@errata/testing';
import { Agent, type Dispatcher } from 'undici';
import { describe, expect, it } from 'vitest';
import { errorCode, errorTypeOf, exchange, isClosing } from './exchange.js';

const keep = closing();

/** One request to a server that handles the connection with `greet`. */
async function ask(greet: (socket: Socket) => void, given: { signal?: AbortSignal } = {}) {
  const raw = keep(await startRaw(greet));
  return { raw, outcome: await askAt(raw.url, given) };
}

function askAt(origin: string, { signal = new AbortController().signal } = {}) {
  const agent = keep(new Agent({ headersTimeout: 0, bodyTimeout: 0 }));
  const request: Dispatcher.DispatchOptions = { origin, path: '/', method: 'GET' };
  return exchange(agent, request, { signal, maxBody: 10 });
}

describe('an exchange', () => {
  it('reads an answer with any status', async () => {
    const { outcome } = await ask((socket) => {
      const head = 'HTTP/1.1 503 No\r\nContent-Type: Text/HTML; charset=UTF-8\r\n';
      socket.once('data', () => socket.write(`${head}Content-Length: 4\r\n\r\n库!`));
    });
    expect(outcome).toEqual({
      kind: 'answer',
      answer: { status: 503, contentType: 'text/html; charset=utf-8', body: '库!' },
    });
  });

  it('needs no content type, and reads up to maxBody bytes', async () => {
    const { outcome } = await ask(answering('200 OK', '0123456789'));
    const answer = { status: 200, contentType: '', body: '0123456789' };
    expect(outcome).toEqual({ kind: 'answer', answer });
  });

  it('gives up on a longer body', async () => {
    const { outcome } = await ask(answering('200 OK', '0123456789a'));
    expect(outcome).toEqual({ kind: 'oversize', status: 200 });
  });

  it('knows that nothing was sent if the connection is refused', async () => {
    const raw = await startRaw(() => undefined);
    await raw.close();
    expect(await askAt(raw.url)).toMatchObject({
      kind: 'broken',
      sent: false,
      error: { code: 'ECONNREFUSED' },
    });
  });

  it('knows that the request may have been sent if the connection breaks later', async () => {
    const { outcome } = await ask((socket) => void socket.once('data', () => socket.destroy()));
    expect(outcome).toMatchObject({ kind: 'broken', sent: true });
  });

  it('ends with its signal, and closes the connection', async () => {
    const stop = new AbortController();
    let open = true;
    const { outcome } = await ask(
      (socket) => {
        socket.once('data', () => stop.abort());
        socket.once('close', () => (open = false));
      },
      { signal: stop.signal },
    );
    expect(outcome).toEqual({ kind: 'stopped', sent: true });
    await eventually(() => open).toBe(false);
  });

  it('does not start after its signal aborted', async () => {
    const { raw, outcome } = await ask(() => undefined, { signal: AbortSignal.abort() });
    expect(outcome).toEqual({ kind: 'stopped', sent: false });
    expect(raw.connections()).toBe(0);
  });
});

const coded = (code: unknown) => Object.assign(new Error('broken'), { code });

describe('the type of a broken connection', () => {
  it.each([
    [coded('ECONNREFUSED'), 'ECONNREFUSED', 'ECONNREFUSED'],
    [coded('UND_ERR_SOCKET'), 'UND_ERR_SOCKET', 'ECONNRESET'],
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'],
    [coded('a password, perhaps'), '', 'ECONNRESET'],
    [coded(7), '', 'ECONNRESET'],
    [new Error('broken'), '', 'ECONNRESET'],
    [undefined, '', 'ECONNRESET'],
    [null, '', 'ECONNRESET'],
  ])('is read from %o', (error, code, type) => {
    expect([errorCode(error), errorTypeOf(error)]).toEqual([code, type]);
  });

  it('can be that we closed it ourselves', () => {
    expect(isClosing(coded('UND_ERR_DESTROYED'))).toBe(true);
    expect(isClosing(coded('UND_ERR_CLOSED'))).toBe(true);
    expect(isClosing(coded('UND_ERR_SOCKET'))).toBe(false);
  });
});
