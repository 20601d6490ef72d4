import { describe, expect, it } from 'vitest';
import type { HttpReply } from '../exchange.js';
import type { Breakage, Hooks } from '../testing/breakage.js';
import { checkSample, resultsOf } from '../testing/check-sample.js';
import { RETRY_CASES } from './retry.js';

const HTTP = { era: '2025-11-25', transport: 'http' } as const;
const STDIO = { era: '2025-11-25', transport: 'stdio' } as const;

async function verdictOf(
  id: string,
  where: Pick<Breakage, 'era' | 'transport'>,
  hooks: Hooks,
): Promise<string> {
  const server = { ...where, id, breaks: () => hooks };
  const report = await checkSample(where, server, { cases: RETRY_CASES });
  return resultsOf(report).find((result) => result.id === id)!.verdict;
}

/** Answers of HTTP that have this in them, changed. */
function changes(part: string, change: (answer: HttpReply) => Partial<HttpReply>): Hooks {
  return {
    async http(ask, next) {
      const answer = await next(ask);
      return answer?.body.includes(part) === true ? { ...answer, ...change(answer) } : answer;
    },
  };
}

const withHeader =
  (value: string, status = 200) =>
  ({ headers }: HttpReply): Partial<HttpReply> => ({
    status,
    headers: { ...headers, 'retry-after': value },
  });

describe('a hint in a header', () => {
  it.each([
    ['30', 'pass'],
    ['0', 'pass'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'pass'],
    ['Wednesday, 21-Oct-26 07:28:00 GMT', 'pass'],
    ['-1', 'warn'],
    ['1.5', 'warn'],
    ['soon', 'warn'],
    ['', 'warn'],
  ])('of %j is judged %s', async (value, verdict) => {
    const hooks = changes('"errata-retry-0-0"', withHeader(value));
    expect(await verdictOf('errata/retry/form', HTTP, hooks)).toBe(verdict);
  });

  it.each([
    ['2', 'pass'],
    ['3', 'pass'],
    ['4', 'warn'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'not observed'],
  ])('of %j beside 2 seconds in the body is judged %s', async (value, verdict) => {
    const hooks = changes('"retry_after"', withHeader(value));
    expect(await verdictOf('errata/retry/header-and-body-agree', HTTP, hooks)).toBe(verdict);
  });

  it.each([429, 503])('is all that HTTP %i needs', async (status) => {
    const hooks = changes('"errata-retry-0-0"', withHeader('2', status));
    expect(await verdictOf('errata/retry/429-has-retry-after', HTTP, hooks)).toBe('pass');
  });
});

describe('a hint in a body', () => {
  it.each([
    ['"retry_after":0', 'pass'],
    ['"retryAfterMs":1500', 'pass'],
    ['"retryAfter":"2026-11-15T10:00:00Z"', 'pass'],
    ['"retry_after":null', 'not observed'],
    ['"retry_after":-2', 'warn'],
    ['"retryAfter":"2"', 'warn'],
    ['"retry_after_ms":true', 'warn'],
  ])('of %s is judged %s', async (hint, verdict) => {
    const outgoing = (text: string): string => text.replace('"retry_after":2', hint);
    expect(await verdictOf('errata/retry/form', STDIO, { outgoing })).toBe(verdict);
  });

  it.each([
    ['"retry_after":2', 'pass'],
    ['"retry_after_ms":2000', 'pass'],
    ['"retry_after":1.5', 'pass'],
    ['"retry_after":120', 'pass'],
    ['"retry_after":7', 'warn'],
  ])('of %s beside a text that says 2 is judged %s', async (hint, verdict) => {
    const outgoing = (text: string): string =>
      text.replace('"retry_after":2', hint).replaceAll(/corr-\w+/g, 'corr-f');
    expect(await verdictOf('errata/retry/hint-in-text', STDIO, { outgoing })).toBe(verdict);
  });
});

describe('a hint that was not heeded', () => {
  it('is not blamed where the call has never worked', async () => {
    const hooks: Hooks = {
      outgoing: (text, request = '') =>
        request.includes('"busy"') && text.includes('there was room')
          ? text.replace(/"result":.*$/, BUSY)
          : text,
    };
    expect(await verdictOf('errata/retry/honest', STDIO, hooks)).toBe('not observed');
  });

  it('is not waited for where that takes too long', async () => {
    const outgoing = (text: string): string => text.replace('"retry_after":2', '"retry_after":60');
    expect(await verdictOf('errata/retry/honest', STDIO, { outgoing })).toBe('not observed');
  });
});

const BUSY = '"error":{"code":-31429,"message":"The queue is full.","data":{"retry_after":1}}}';
