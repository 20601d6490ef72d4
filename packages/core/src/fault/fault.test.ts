import { describe, expect, it, vi } from 'vitest';
import type { Definition } from './definition.js';
import { Fault, isFault } from './fault.js';
import { toolError } from './tool-error.js';

interface Context {
  device: string;
  retry_after?: number;
}

const definition: Definition<Context> = {
  domain: 'demo',
  reason: 'DEVICE_GONE',
  code: -32010,
  title: 'Device Gone',
  category: 'device',
  fields: [],
  details: (c) => `No answer from ${c.device}`,
  recovery: { strategy: 'retry_with_backoff', retryAfter: 60 },
  suggestion: 'Look at the cable',
};

describe('a fault', () => {
  it('is an instance of Error', () => {
    const fault = new Fault(definition, { device: 'd1' });
    expect(fault).toBeInstanceOf(Error);
    expect(fault.name).toBe('Fault');
    expect(String(fault)).toBe('Fault demo/DEVICE_GONE: No answer from d1');
    expect(fault.message).toBe('DEVICE_GONE: No answer from d1');
  });

  it('has no stack by default', () => {
    expect(new Fault(definition, { device: 'd1' }).stack).toBeUndefined();
    const { stack } = new Fault(definition, { device: 'd1' }, { stack: true });
    expect(stack).toContain('fault.test.ts');
  });

  it('uses its definition for missing options', () => {
    expect(new Fault(definition, { device: 'd1' })).toMatchObject({
      domain: 'demo',
      reason: 'DEVICE_GONE',
      code: -32010,
      title: 'Device Gone',
      details: 'No answer from d1',
      strategy: 'retry_with_backoff',
      retryable: true,
      retryAfter: 60,
      effect: 'unknown',
      suggestion: 'Look at the cable',
    });
  });

  it('prefers its own options to its definition', () => {
    const cause = new Error('ECONNRESET');
    const fault = new Fault(
      definition,
      { device: 'd1' },
      {
        cause,
        message: 'Gone',
        details: 'Other',
        strategy: 'report_and_abort',
        effect: 'unknown',
        suggestion: 'Wait',
      },
    );
    expect(fault).toMatchObject({
      title: 'Gone',
      details: 'Other',
      strategy: 'report_and_abort',
      retryable: false,
      effect: 'unknown',
      suggestion: 'Wait',
    });
    expect(fault.cause).toBe(cause);
  });

  it('prefers the wait in its context to the one of its definition', () => {
    expect(new Fault(definition, { device: 'd1', retry_after: 7 }).retryAfter).toBe(7);
  });

  it.each([
    ['a refusal', { condition: 'rate-limited' }, 'none'],
    ['something to correct first', { recovery: 'fix_and_retry' }, 'none'],
    ['something to allow first', { recovery: 'user_action_required' }, 'none'],
    ['something that may pass', {}, 'unknown'],
    ['something that broke', { recovery: 'report_and_abort' }, 'unknown'],
    ['a definition that says so', { effect: 'done' }, 'done'],
  ] as const)('has the default effect of %s', (_, more, effect) => {
    expect(new Fault({ ...definition, ...more } as Definition, { device: 'd1' }).effect).toBe(
      effect,
    );
  });

  it('is another occurrence when it is thrown again', () => {
    const kept = new Fault(definition, { device: 'd1' });
    const [first, second] = [kept.occurrence(), kept.occurrence()];
    expect(first).toBe(kept);
    expect(second).not.toBe(kept);
    expect(second.ref).not.toBe(first.ref);
    expect(second.details).toBe(first.details);
  });

  it('has only its identity in JSON', () => {
    const fault = new Fault(
      definition,
      { device: 'd1' },
      { cause: new Error('hunter2'), debug: 'hunter2' },
    );
    expect(JSON.stringify({ error: fault })).toBe(
      '{"error":{"domain":"demo","reason":"DEVICE_GONE","code":-32010}}',
    );
  });

  it('survives a template that throws, and keeps the exception for the operator', () => {
    const boom = new Error('boom');
    const fail = () => {
      throw boom;
    };
    const fault = new Fault(
      { ...definition, details: fail, recovery: { strategy: fail }, condition: fail },
      { device: 'd1' },
    );
    expect(fault).toMatchObject({
      details: 'Device Gone',
      strategy: 'report_and_abort',
      effect: 'unknown',
    });
    expect(fault.broken?.thrown).toBe(boom);
  });

  it('shows one ref for its whole life', () => {
    const fault = new Fault(definition, { device: 'd1' });
    fault.adoptRef('corr-00000000000000ff');
    expect(fault.ref).toBe('corr-00000000000000ff');
    fault.adoptRef('corr-1111111111111111');
    expect(fault.ref).toBe('corr-00000000000000ff');
    const own = new Fault(definition, { device: 'd1' }, { ref: 'corr-2222222222222222' });
    own.adoptRef('corr-1111111111111111');
    expect(own.ref).toBe('corr-2222222222222222');
  });
});

describe('isFault', () => {
  it('recognises the faults of another copy of this package', async () => {
    vi.resetModules();
    const other = await import('./fault.js');
    expect(other.Fault).not.toBe(Fault);
    const foreign: unknown = new other.Fault(definition, { device: 'd1' });
    expect(foreign).not.toBeInstanceOf(Fault);
    expect(isFault(foreign)).toBe(true);
    expect(other.isFault(new Fault(definition, { device: 'd1' }))).toBe(true);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'DEVICE_GONE'],
    ['an error', new Error('x')],
    ['a look-alike', { definition, context: {}, reason: 'DEVICE_GONE' }],
    ['a revoked proxy', revoked()],
  ])('is false for %s', (_, value) => expect(isFault(value)).toBe(false));
});

describe('toolError', () => {
  it.each([
    [{}, { effect: 'unknown', retryable: false, retryAfter: undefined }],
    [{ retry: true }, { effect: 'none', retryable: true, retryAfter: undefined }],
    [
      { retry: 5, effect: 'unknown' },
      { effect: 'unknown', retryable: true, retryAfter: 5 },
    ],
    [{ retry: -5 }, { effect: 'none', retryable: true, retryAfter: undefined }],
  ] as const)('with %j is %j', (options, expected) => {
    expect(toolError('x', options)).toMatchObject({ details: 'x', ...expected });
  });

  it.each([
    [[], 'toolError: text is undefined, not a non-empty string'],
    [[''], 'toolError: text is "", not a non-empty string'],
    [[new Error('x')], 'toolError: text is an object, not a non-empty string'],
    [
      ['x', { effect: 'nothing' }],
      'toolError: effect is "nothing", not one of none, done, unknown',
    ],
    [
      ['x', { retries: false }],
      'toolError: unknown option "retries"; known are retry, effect, next, cause',
    ],
    [['x', { zzz: 1 }], 'toolError: unknown option "zzz"; known are retry, effect, next, cause'],
    [['x', { retry: '5' }], 'toolError: retry is "5", not a boolean or a number'],
    [['x', null], 'toolError: options is null, not an object'],
  ])('rejects %j', (args, message) => {
    expect(() => toolError(...(args as Parameters<typeof toolError>))).toThrow(
      new TypeError(message),
    );
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
