import { readThrown } from '@errata/core/internal';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recoveringFetch } from './recovering-fetch.js';
import { listen, type Listening } from '@errata/testing/raw-server';

let server: Listening;
beforeEach(async () => {
  // The path says what to answer with: status, then the header.
  server = await listen((request, response) => {
    const [, status, after] = request.url!.split('/');
    response.writeHead(Number(status), after === undefined ? {} : { 'retry-after': after });
    response.end('{"title":"wait"}');
  });
});
afterEach(() => server.close());

const get = (path: string, method = 'POST') =>
  recoveringFetch()(new URL(path, server.url), { method });

it.each([429, 503])('brings the time that a %s names', async (status) => {
  const error = await get(`/${status}/9`).catch((thrown: unknown) => thrown);
  expect(readThrown(error)).toMatchObject({
    origin: 'http',
    status,
    retryAfter: 9,
    message: 'wait',
  });
});

it.each(['/200/9', '/401/9', '/404', '/503', '/429'])(
  'leaves %s to the transport, body and all',
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(Number(path.split('/')[1]));
    expect(await response.text()).toBe('{"title":"wait"}');
  },
);

it('leaves a GET to the transport, which opens its stream with it', async () => {
  expect((await get('/429/9', 'GET')).status).toBe(429);
});
