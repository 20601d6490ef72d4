import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ask, closing, eventually } from '@errata/testing';
import {
  type AnswerRequest,
  answerRequests,
  MAX_BODY,
  readBody,
  RequestLog,
  sendPayload,
} from './answer-requests.js';
import { Listener } from './listener.js';

const keep = closing();

async function serve(answer: AnswerRequest) {
  const { requests, note } = new RequestLog();
  const create = () => createServer(answerRequests(answer, note));
  const listener = keep(new Listener({ host: '127.0.0.1', port: 0, create }));
  await listener.open();
  return { url: `http://127.0.0.1:${listener.port}`, requests };
}

describe('a simulator that answers requests', () => {
  it('notes what it saw, the oldest first', async () => {
    const { url, requests } = await serve(async (request, response) => {
      response.statusCode = request.method === 'GET' ? 200 : 405;
      response.end();
      return response.statusCode;
    });
    await ask(url, 'GET', '/a?b=1');
    await ask(url, 'POST', '/c', { body: {} });
    expect(requests).toEqual([
      { method: 'GET', path: '/a?b=1', status: 200 },
      { method: 'POST', path: '/c', status: 405 },
    ]);
  });

  it('breaks the connection if it has no answer', async () => {
    const { url, requests } = await serve(() => Promise.reject(new Error('nothing to say')));
    await expect(ask(url, 'GET', '/')).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(requests).toEqual([{ method: 'GET', path: '/', status: 0 }]);
  });

  it('notices that its client disconnected', async () => {
    const client = new AbortController();
    const { url, requests } = await serve(
      (_request, _response, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('gone')));
          client.abort();
        }),
    );
    await expect(ask(url, 'GET', '/', { signal: client.signal })).rejects.toThrow('abort');
    await eventually(() => requests.length).toBe(1);
  });

  it.each([
    ['whole', false],
    ['half of it', true],
  ])('sends its answer: %s', async (_, cut) => {
    const { url } = await serve(async (_request, response) => {
      response.setHeader('Content-Length', 8);
      sendPayload(response, Buffer.from('12345678'), cut);
      return 200;
    });
    const response = await fetch(url);
    const text = response.text();
    await (cut ? expect(text).rejects.toThrow() : expect(text).resolves.toBe('12345678'));
  });

  it.each([
    [MAX_BODY, MAX_BODY],
    [MAX_BODY + 1, undefined],
  ])('reads a body of %i bytes as %s', async (size, expected) => {
    let read: Buffer | undefined;
    const { url } = await serve(async (request, response) => {
      read = await readBody(request);
      response.end();
      return 200;
    });
    expect((await ask(url, 'POST', '/', { raw: Buffer.alloc(size) })).status).toBe(200);
    expect(read?.length).toBe(expected);
  });

  it('gives up on a body that does not end', async () => {
    const { url, requests } = await serve(async (request) => {
      await readBody(request);
      return 200;
    });
    const request = ask(url, 'POST', '/', { raw: Buffer.alloc(17 * MAX_BODY) });
    await expect(request).rejects.toMatchObject({ code: expect.any(String) });
    expect(requests).toEqual([{ method: 'POST', path: '/', status: 0 }]);
  });
});

describe('a log of requests', () => {
  it('keeps the latest thousand', () => {
    const { requests, note } = new RequestLog();
    for (let status = 0; status < 1002; status++) note({ method: 'GET', path: '/', status });
    expect(requests).toHaveLength(1000);
    expect([requests.at(0)?.status, requests.at(-1)?.status]).toEqual([2, 1001]);
  });
});
