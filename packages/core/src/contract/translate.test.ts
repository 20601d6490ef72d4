import { describe, expect, it } from 'vitest';
import { defineCatalog, joinFailures, defineFailures, standardFailures } from '../catalog/index.js';
import type { WireError } from '../codec/index.js';
import { defineContract, type Contract } from './define-contract.js';
import { demo } from './testing/demo.js';
import { identify, translate } from './translate.js';

// −32010 is "unreachable" in one and "rate limited" in the other, as in the wild.
const other = defineCatalog(
  'other',
  joinFailures(
    standardFailures,
    defineFailures({
      RATE_LIMITED: {
        code: -32010,
        title: 'Rate limited',
        category: 'limit',
        condition: 'rate-limited',
        context: { retry_after: 'integer?' },
        recovery: 'retry_with_backoff',
      },
    }),
  ),
  { unexpected: 'INTERNAL_ERROR' },
);

const literal = { rpcData: 'payload', message: 'title' } as const;
const from = defineContract({ catalog: demo, ...literal });
const to = defineContract({ catalog: other, ...literal });

const through = (error: WireError, a: Contract, b: Contract) =>
  translate(error, a, b, '2025-11-25');

describe('translate', () => {
  it('keeps the original under a name of ours', () => {
    const error = { code: -32006, message: 'Rate Limited', data: { retry_after: 7 } };
    expect(through(error, from, to).error.data).toEqual({
      retry_after: 7,
      'dev.errata/origin': { domain: 'demo', error },
    });
  });

  it('matches by meaning, not by number', () => {
    const result = through(
      { code: -32006, message: 'Rate Limited', data: { retry_after: 7 } },
      from,
      to,
    );
    expect(result).toMatchObject({
      equivalent: true,
      reason: 'RATE_LIMITED',
      error: { code: -32010, message: 'Rate limited', data: { retry_after: 7 } },
    });
  });

  it.each<WireError>([
    {
      code: -32006,
      message: 'Rate Limited',
      data: { retry_after: 7, undeclared: { kept: [1, null] } },
    },
    { code: -32006, message: 'Rate Limited' },
    { code: -32700, message: 'Parse error', data: 'a string' },
    { code: -32603, message: 'Internal error', data: null },
  ])('survives the way there and back: %j', (error) => {
    const there = through(error, from, to);
    const back = through(there.error, to, from);
    expect(there.equivalent).toBe(true);
    expect(back).toMatchObject({ equivalent: true });
    expect(back.error).toEqual(error);
  });

  it('matches by reason if the error has one, not by number', () => {
    const data = {
      domain: 'demo',
      reason: 'RATE_LIMITED',
      recovery_strategy: 'retry_with_backoff',
      data: { retry_after: 7 },
    };
    const facts = defineContract({ catalog: demo });
    expect(through({ code: -32010, message: 'Slow down', data }, facts, to)).toMatchObject({
      equivalent: true,
      reason: 'RATE_LIMITED',
      error: { code: -32010, message: 'Rate limited', data: { retry_after: 7 } },
    });
  });

  it('turns an unexpected failure into the unexpected one of the other catalog', () => {
    const third = defineCatalog('third', {
      OOPS: {
        code: -31001,
        title: 'Oops',
        category: 'x',
        condition: 'unexpected',
        recovery: 'report_and_abort',
      },
    });
    const oops = { code: -31001, message: 'Oops' };
    expect(through(oops, defineContract({ catalog: third, ...literal }), to)).toMatchObject({
      equivalent: true,
      reason: 'INTERNAL_ERROR',
      error: { code: -32603 },
    });
  });

  it('ignores an origin that the target does not know: it comes from a peer', () => {
    const error = { code: -31999, message: 'What?' };
    const data = { 'dev.errata/origin': { domain: 'other', error } };
    expect(through({ code: -32006, message: 'x', data }, from, to)).toMatchObject({
      equivalent: true,
      reason: 'RATE_LIMITED',
    });
  });

  it('says so where there is no equivalent, and changes nothing', () => {
    const error = { code: -32010, message: 'Device Unreachable', data: { device_id: 'd' } };
    expect(through(error, from, to)).toEqual({
      equivalent: false,
      why: 'other has no failure for what is known of demo/DEVICE_UNREACHABLE',
      error,
    });
  });

  it('reports an error that the sender’s contract does not declare', () => {
    const error = { code: -31999, message: 'What?' };
    expect(through(error, from, to)).toEqual({
      equivalent: false,
      why: 'demo does not declare this error',
      error,
    });
  });
});

describe('identify, where several failures share a number', () => {
  const code = -32010;
  const shared = defineCatalog(
    'shared',
    {
      OOPS: { code: -32603, title: 'Oops', category: 'internal', recovery: 'report_and_abort' },
      NO_HOST: {
        ...{ code, title: 'No host', category: 'net', recovery: 'retry_with_backoff' },
        context: { host: 'string' },
      },
      NO_FILE: {
        ...{ code, title: 'No file', category: 'disk', recovery: 'fix_and_retry' },
        context: { path: 'string' },
      },
    },
    { unexpected: 'OOPS', sharedCodes: true },
  );
  const contract = defineContract({ catalog: shared, ...literal });
  const reasonOf = (data: object) =>
    identify({ code, message: 'x', data }, contract, '2025-11-25')?.reason;

  it('finds the only one whose required fields are present', () => {
    expect(reasonOf({ host: 'a' })).toBe('NO_HOST');
    expect(reasonOf({ path: '/a' })).toBe('NO_FILE');
  });

  it('does not guess', () => {
    expect(reasonOf({})).toBeUndefined();
    expect(reasonOf({ host: 'a', path: '/a' })).toBeUndefined();
  });
});
