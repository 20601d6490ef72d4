import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Listener } from '../simulator/index.js';
import { closing } from '../testing/index.js';
import { httpUrl } from './http-url.js';
import { serveJson } from './serve-json.js';

const keep = closing();

describe('a document', () => {
  it.each([
    ['GET', 200, '{"a":1}'],
    ['HEAD', 200, ''],
    ['POST', 405, ''],
  ])('answers %s with %i', async (method, status, body) => {
    const create = () => createServer(serveJson({ a: 1 }));
    const listener = keep(new Listener({ host: '127.0.0.1', port: 0, create }));
    await listener.open();
    const response = await fetch(httpUrl('127.0.0.1', listener.port), { method });
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
  });
});
