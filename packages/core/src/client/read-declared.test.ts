import { describe, expect, it } from 'vitest';
import { defineCatalog } from '../catalog/index.js';
import { defineContract, objectOrEmpty, plainShape, type DataShape } from '../contract/index.js';
import { decide } from './decide.js';
import { readFailure } from './read-failure.js';

const devices = defineContract({
  catalog: defineCatalog(
    'devices',
    {
      UNREACHABLE: {
        code: -32010,
        title: 'Unreachable',
        category: 'device',
        condition: 'unreachable',
        context: { device_id: 'string' },
        recovery: { strategy: 'retry_with_backoff', retryAfter: 15 },
        suggestions: (c) => [`Wake ${c.device_id.toUpperCase()}`],
      },
      BROKEN: { code: -32012, title: 'Broken', category: 'device', recovery: 'report_and_abort' },
      STARTED: {
        code: -32013,
        title: 'Started',
        category: 'device',
        effect: 'done',
        recovery: 'report_and_abort',
      },
      BUSY: { code: -32014, title: 'Busy', category: 'device', recovery: 'retry_with_backoff' },
    },
    { unexpected: 'BROKEN' },
  ),
});

const limits = defineContract({
  catalog: defineCatalog(
    'limits',
    {
      RATE_LIMITED: {
        code: -32010,
        title: 'Rate limited',
        category: 'limit',
        condition: 'rate-limited',
        recovery: 'retry_with_backoff',
      },
      OTHER: { code: -32050, title: 'Other', category: 'limit', recovery: 'user_action_required' },
    },
    { unexpected: 'OTHER' },
  ),
});

const queues = defineContract({
  catalog: defineCatalog(
    'queues',
    {
      FULL: {
        code: -32060,
        title: 'Full',
        category: 'limit',
        context: { wait_s: 'number' },
        recovery: { strategy: 'retry_with_backoff', retryAfter: (c) => c.wait_s },
      },
      OTHER: { code: -32061, title: 'Other', category: 'limit', recovery: 'report_and_abort' },
    },
    { unexpected: 'OTHER' },
  ),
});

describe('reading with contracts', () => {
  it('finds a unique number, and takes strategy, time, category and effect from the catalog', () => {
    const error = { code: -32010, message: 'gone', data: { device_id: 'a' } };
    expect(readFailure(error, { contracts: [devices] })).toMatchObject({
      domain: 'devices',
      reason: 'UNREACHABLE',
      category: 'device',
      strategy: 'retry_with_backoff',
      retryable: true,
      retryAfter: 15,
      effect: 'unknown',
      suggestion: 'Wake A',
    });
  });

  it('reports effect unknown for an unreachable device: only the answer may be lost', () => {
    const error = { code: -32010, message: 'gone', data: { device_id: 'a' } };
    const failure = readFailure(error, { contracts: [devices] })!;
    expect(decide(failure)).toMatchObject({ action: 'abort', safe: false });
    expect(decide(failure, { readOnly: true }).action).toBe('retry');
    expect(decide(failure, { idempotent: true }).action).toBe('retry');
  });

  it('takes a refusal for one that did nothing', () => {
    const failure = readFailure({ code: -32010, message: 'x' }, { contracts: [limits] })!;
    expect(failure.effect).toBe('none');
    expect(decide(failure)).toMatchObject({ action: 'retry', safe: true });
  });

  it.each(['none', 'done', 'unknown'])('believes the effect %s in the payload', (effect) => {
    const payload = { mcp_error_code: 'UNREACHABLE', device_id: 'a', effect };
    const options = { contracts: [devices] };
    const error = { code: -32010, message: 'gone', data: payload };
    expect(readFailure(error, options)?.effect).toBe(effect);
    const facts = { domain: 'devices', reason: 'UNREACHABLE', data: payload };
    expect(readFailure({ ...error, data: facts }, options)?.effect).toBe(effect);
    const limited = { ...error, data: { reason: 'RATE_LIMITED', effect } };
    expect(readFailure(limited, { contracts: [limits] })?.effect).toBe(effect);
  });

  it('takes no time from a catalog that computed none from the context that came', () => {
    const read = (wait_s: unknown) =>
      readFailure({ code: -32060, message: 'x', data: { wait_s } }, { contracts: [queues] })
        ?.retryAfter;
    expect([read(5), read('soon'), read(-1), read(1e300)]).toEqual([
      5,
      undefined,
      undefined,
      2 ** 31,
    ]);
  });

  it('finds the number of 2026-07-28 as well', () => {
    expect(readFailure({ code: -31012, message: 'x' }, { contracts: [devices] })?.reason).toBe(
      'BROKEN',
    );
    expect(
      readFailure({ code: -31012, message: 'x' }, { contracts: [devices], era: '2025-11-25' }),
    ).not.toHaveProperty('reason');
  });

  it('trusts no number that two contracts know', () => {
    const failure = readFailure({ code: -32010, message: 'x' }, { contracts: [devices, limits] });
    expect(failure).not.toHaveProperty('reason');
    expect(failure?.effect).toBe('unknown');
  });

  it('goes by the name, never by the number beside it', () => {
    const contracts = [devices, limits];
    expect(
      readFailure({ code: -32010, message: 'x', data: { reason: 'RATE_LIMITED' } }, { contracts })
        ?.domain,
    ).toBe('limits');
    const foreign = readFailure(
      { code: -32010, message: 'x', data: { reason: 'SOMETHING_ELSE' } },
      { contracts: [devices] },
    );
    expect(foreign).toMatchObject({ reason: 'SOMETHING_ELSE' });
    expect(foreign).not.toHaveProperty('domain');
    expect(foreign).not.toHaveProperty('strategy');
  });

  it('does not look a domain up in the catalog of another', () => {
    const data = { domain: 'limits', reason: 'UNREACHABLE' };
    expect(
      readFailure({ code: -32010, message: 'x', data }, { contracts: [devices] }),
    ).not.toHaveProperty('strategy');
  });

  it('prefers the wire to the catalog', () => {
    const data = {
      reason: 'BUSY',
      retryable: false,
      retry_after: 3,
      category: 'load',
      effect: 'done',
    };
    expect(
      readFailure({ code: -32014, message: 'x', data }, { contracts: [devices] }),
    ).toMatchObject({
      retryable: false,
      retryAfter: 3,
      category: 'load',
      effect: 'done',
      strategy: 'report_and_abort',
    });
  });

  it('promises no effect that the catalog does not declare', () => {
    expect(readFailure({ code: -32012, message: 'x' }, { contracts: [devices] })?.effect).toBe(
      'unknown',
    );
    expect(readFailure({ code: -32013, message: 'x' }, { contracts: [devices] })?.effect).toBe(
      'done',
    );
  });

  it('does without a template that fails on the context that came', () => {
    const failure = readFailure({ code: -32010, message: 'x' }, { contracts: [devices] });
    expect(failure).toMatchObject({ reason: 'UNREACHABLE', strategy: 'retry_with_backoff' });
    expect(failure).not.toHaveProperty('suggestion');
  });

  it('asks the shape for a name that it keeps in a place of its own, and survives one that throws', () => {
    const { catalog } = devices;
    const own: DataShape = {
      ...plainShape,
      read: (data) => ({ reason: String(objectOrEmpty(data)['kind']), context: {} }),
    };
    const broken: DataShape = {
      ...plainShape,
      read: () => {
        throw new Error('no');
      },
    };
    const error = { code: -32000, message: 'x', data: { kind: 'BROKEN' } };
    expect(
      readFailure(error, { contracts: [defineContract({ catalog, shape: own })] })?.reason,
    ).toBe('BROKEN');
    expect(
      readFailure(error, { contracts: [defineContract({ catalog, shape: broken })] })?.code,
    ).toBe(-32000);
  });
});
