import { parseRetryAfter } from '../fault/index.js';
import { describe, expect, it } from 'vitest';
import { readFailure } from './read-failure.js';

const NOW = Date.parse('2026-07-28T12:00:00Z');
const now = () => NOW;

describe('HTTP answers', () => {
  const rpc =
    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Too many","data":{"retry_after":20}}}';

  it('reads a JSON-RPC error in the body and the later of two times', () => {
    const headers = new Headers({ 'Retry-After': '5' });
    expect(readFailure({ status: 429, headers, body: rpc })).toMatchObject({
      origin: 'http',
      status: 429,
      code: -32000,
      message: 'Too many',
      retryAfter: 20,
      effect: 'none',
    });
    expect(
      readFailure({ status: 429, headers: { 'RETRY-AFTER': ['50'] }, body: rpc })?.retryAfter,
    ).toBe(50);
  });

  it('reads a JSON-RPC error that travels in a 200', () => {
    const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}';
    const answer = { status: 200, headers: {}, body };
    expect(readFailure(answer)).toMatchObject({
      origin: 'rpc',
      code: -32602,
      effect: 'none',
      raw: answer,
    });
  });

  it('reads a tool failure that travels in a 200', () => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      result: { isError: true, content: [{ type: 'text', text: 'no' }] },
    };
    expect(readFailure({ status: 200, headers: {}, body })).toMatchObject({
      origin: 'tool',
      message: 'no',
    });
  });

  it('reads a problem document of RFC 9457', () => {
    const body =
      '{"type":"about:blank","title":"Out of credit","detail":"Your balance is 30.","status":402}';
    expect(readFailure({ status: 402, headers: {}, body })).toMatchObject({
      origin: 'http',
      status: 402,
      message: 'Your balance is 30.',
    });
  });

  it('reports only the status if the body is HTML', () => {
    const page = { status: 502, statusText: 'Bad Gateway', headers: {}, body: '<html>…</html>' };
    expect(readFailure(page)).toMatchObject({ message: 'HTTP 502 Bad Gateway', effect: 'unknown' });
  });

  it('reads a Response without touching its body', () => {
    const response = new Response('busy', {
      status: 503,
      headers: { 'Retry-After': 'Tue, 28 Jul 2026 12:01:30 GMT' },
    });
    expect(readFailure(response, { now })).toMatchObject({
      origin: 'http',
      status: 503,
      retryAfter: 90,
      effect: 'unknown',
    });
    expect(response.bodyUsed).toBe(false);
  });

  it('keeps the challenge of a 401', () => {
    const headers = { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' };
    expect(readFailure({ status: 401, headers })).toMatchObject({
      challenge: headers['WWW-Authenticate'],
      effect: 'none',
    });
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['1.5', 1.5],
    [30, 30],
    ['Tue, 28 Jul 2026 12:00:10 GMT', 10],
    ['Tuesday, 28-Jul-26 12:00:10 GMT', 10],
    ['Tue Jul 28 12:00:10 2026', 10],
    ['Tue, 28 Jul 2026 11:00:00 GMT', 0],
    ['-1', undefined],
    ['soon', undefined],
    ['soon 2', undefined],
    ['Tue, 99 Jul 2026 12:00:10 GMT', undefined],
    ['1e9', undefined],
    [NaN, undefined],
    // JSON.parse makes Infinity of 1e999.
    [Infinity, 2 ** 31],
    [1e300, 2 ** 31],
    ['999999999999999', 2 ** 31],
    ['9999999999999999', 2 ** 31],
    ['9'.repeat(400), 2 ** 31],
    [`${'9'.repeat(20)}.${'9'.repeat(20)}`, 2 ** 31],
    [`${'0'.repeat(20)}7`, 7],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 2 ** 31],
    [-Infinity, undefined],
    ['', undefined],
    ['1.', undefined],
    [{}, undefined],
    [null, undefined],
  ])('reads %o as %o', (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });
});
