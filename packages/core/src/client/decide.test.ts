import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EFFECTS, STRATEGIES, type Effect, type Strategy } from '../fault/index.js';
import { decide, type DecisionContext } from './decide.js';
import type { CallFailure, CallLost, HttpFailure, LocalKind, MessageFailure } from './failure.js';

const rpc = (more: Partial<MessageFailure> = {}): MessageFailure => ({
  origin: 'rpc',
  message: 'It failed',
  effect: 'none',
  data: undefined,
  raw: undefined,
  ...more,
});
const http = (status: number, more: Partial<HttpFailure> = {}): HttpFailure => ({
  ...rpc(),
  ...more,
  origin: 'http',
  status,
});
const local = (kind: LocalKind, effect: Effect = 'unknown'): CallLost => ({
  ...rpc({ effect }),
  origin: 'local',
  kind,
});

describe('decide', () => {
  const nothing: DecisionContext = {};
  const readOnly: DecisionContext = { readOnly: true };
  const idempotent: DecisionContext = { idempotent: true };

  it.each<[Strategy, Effect, DecisionContext, string, boolean]>([
    ['retry_with_backoff', 'none', nothing, 'retry', true],
    ['retry_with_backoff', 'none', readOnly, 'retry', true],
    ['retry_with_backoff', 'none', idempotent, 'retry', true],
    ['retry_with_backoff', 'unknown', nothing, 'abort', false],
    ['retry_with_backoff', 'unknown', readOnly, 'retry', true],
    ['retry_with_backoff', 'unknown', idempotent, 'retry', true],
    ['retry_with_backoff', 'done', nothing, 'abort', false],
    ['retry_with_backoff', 'done', readOnly, 'abort', false],
    ['retry_with_backoff', 'done', idempotent, 'abort', false],
    ['user_action_required', 'none', nothing, 'ask-user', true],
    ['user_action_required', 'unknown', nothing, 'ask-user', false],
    ['user_action_required', 'unknown', readOnly, 'ask-user', true],
    ['user_action_required', 'unknown', idempotent, 'ask-user', true],
    ['user_action_required', 'done', idempotent, 'ask-user', false],
    ['fix_and_retry', 'none', nothing, 'fix', true],
    ['fix_and_retry', 'unknown', nothing, 'fix', false],
    ['fix_and_retry', 'unknown', readOnly, 'fix', true],
    ['fix_and_retry', 'unknown', idempotent, 'fix', true],
    ['fix_and_retry', 'done', nothing, 'abort', false],
    ['fix_and_retry', 'done', idempotent, 'abort', false],
    ['report_and_abort', 'none', nothing, 'abort', true],
    ['report_and_abort', 'unknown', nothing, 'abort', false],
    ['report_and_abort', 'unknown', idempotent, 'abort', true],
    ['report_and_abort', 'done', readOnly, 'abort', false],
  ])('plans for %s after effect %s in %o: %s', (strategy, effect, context, action, safe) => {
    expect(decide(rpc({ strategy, effect }), context)).toMatchObject({ strategy, action, safe });
  });

  it('waits for the given time, and 60 seconds by default', () => {
    expect(decide(rpc({ strategy: 'retry_with_backoff' }))).toMatchObject({
      retryAfter: 60,
      retryAfterSaid: false,
    });
    expect(decide(rpc({ strategy: 'retry_with_backoff', retryAfter: 7 }))).toMatchObject({
      retryAfter: 7,
      retryAfterSaid: true,
    });
    expect(decide(rpc({ strategy: 'retry_with_backoff', retryAfter: 0 }))).toMatchObject({
      retryAfter: 0,
      retryAfterSaid: true,
    });
  });

  it('retries only failures that the peer calls retryable', () => {
    expect(decide(rpc({ retryable: true })).action).toBe('retry');
    expect(decide(rpc({ retryable: false, strategy: 'retry_with_backoff' })).action).toBe('abort');
    expect(decide(http(503, { retryable: false }))).toMatchObject({
      action: 'abort',
      strategy: 'report_and_abort',
    });
  });

  it('stops when the attempts are used up', () => {
    const failure = rpc({ strategy: 'retry_with_backoff' });
    expect(decide(failure, { attempt: 2, maxAttempts: 3 }).action).toBe('retry');
    expect(decide(failure, { attempt: 3, maxAttempts: 3 })).toMatchObject({
      action: 'abort',
      safe: true,
    });
  });

  it('plans no retry by attempts that are not counted', () => {
    const failure = rpc({ strategy: 'retry_with_backoff' });
    expect(decide(failure, { attempt: 1, maxAttempts: NaN }).action).toBe('abort');
    expect(decide(failure, { attempt: NaN, maxAttempts: 3 }).action).toBe('abort');
    expect(decide(failure, { maxAttempts: -1 }).action).toBe('abort');
  });
});

describe('a number without a name', () => {
  it.each([-32006, -32007, -32010, -32002, -32030, -32031, -32005])(
    'means nothing for a bare %i, whose number collides',
    (code) => {
      expect(decide(rpc({ code }))).toMatchObject({
        action: 'abort',
        strategy: 'report_and_abort',
      });
      expect(decide(rpc({ code, domain: 'erlmcp' })).action).toBe('abort');
      const data = { mcp_error_code: 'X' };
      expect(decide(rpc({ code, domain: 'erlmcp', data })).action).toBe('abort');
    },
  );

  it.each([
    [-32700, 'fix'],
    [-32600, 'fix'],
    [-32601, 'abort'],
    [-32602, 'fix'],
    [-32603, 'abort'],
  ])('leaves the standard %i to JSON-RPC: %s', (code, action) => {
    expect(decide(rpc({ code })).action).toBe(action);
  });
});

describe('what else decides', () => {
  it.each([
    [400, 'fix'],
    [401, 'ask-user'],
    [403, 'ask-user'],
    [404, 'abort'],
    [408, 'retry'],
    [422, 'fix'],
    [429, 'retry'],
    [500, 'abort'],
    [502, 'retry'],
    [503, 'retry'],
    [504, 'retry'],
  ])('HTTP %i: %s', (status, action) => {
    expect(decide(http(status), { readOnly: true }).action).toBe(action);
  });

  it('believes a telling status more than the standard code beside it', () => {
    expect(decide(http(503, { code: -32603 })).action).toBe('retry');
    expect(decide(http(400, { code: -32601 })).action).toBe('abort');
  });

  it.each([
    ['protocol', 'abort'],
    ['validation', 'fix'],
    ['business', 'ask-user'],
    ['dependency', 'retry'],
    ['internal', 'abort'],
    ['constructor', 'abort'],
  ])('the category %s: %s', (category, action) => {
    expect(decide(rpc({ category, code: -32001 })).action).toBe(action);
  });

  it.each<[LocalKind, string, string]>([
    ['timeout', 'retry', 'abort'],
    ['closed', 'retry', 'abort'],
    ['send', 'retry', 'abort'],
    ['cancelled', 'abort', 'abort'],
    ['result', 'abort', 'abort'],
    ['unknown', 'abort', 'abort'],
  ])('a local %s: %s where it is idempotent, %s where not', (kind, idempotent, write) => {
    expect(decide(local(kind), { idempotent: true }).action).toBe(idempotent);
    expect(decide(local(kind)).action).toBe(write);
  });

  it('sends the user to the URL of an elicitation, which its data proves', () => {
    expect(decide(rpc({ code: -32042, data: { elicitations: [] } })).action).toBe('ask-user');
    expect(decide(rpc({ code: -32042 })).action).toBe('abort');
  });
});

describe('what to tell', () => {
  it.each<[Partial<MessageFailure>, string]>([
    [
      { strategy: 'retry_with_backoff', retryAfter: 30 },
      'It failed. Wait 30 seconds and retry. This is likely a temporary issue.',
    ],
    [
      { strategy: 'user_action_required', details: 'Not allowed.' },
      'Not allowed. User intervention required. Check permissions or configuration and try again.',
    ],
    [{ strategy: 'user_action_required', suggestion: 'Set the flag' }, 'It failed. Set the flag.'],
    [{ strategy: 'fix_and_retry' }, 'It failed. Fix the input parameters, then retry the request.'],
    [
      { strategy: 'fix_and_retry', fields: [{ field: 'ip', message: 'bad', expected: 'IPv4' }] },
      'It failed. Fix the input parameters based on the validation errors below, then retry the request.\n- ip: bad (expected: IPv4)',
    ],
    [
      { strategy: 'report_and_abort' },
      'It failed. This error cannot be resolved automatically. Report to system administrator.',
    ],
    [
      { strategy: 'retry_with_backoff', effect: 'unknown', suggestion: 'Wait and retry' },
      'It failed. It is not known whether anything was changed: check that before the call is repeated.',
    ],
    [
      { strategy: 'retry_with_backoff', effect: 'done', suggestion: 'Wait and retry' },
      'It failed. The change was made: do not repeat the call.',
    ],
  ])('says it in full for %o', (failure, message) => {
    expect(decide(rpc(failure)).message).toBe(message);
  });

  it.each<[string, CallFailure]>([
    ['a tool result without facts', { ...rpc({ effect: 'unknown' }), origin: 'tool' }],
    ['a number that collides', rpc({ code: -32010, effect: 'unknown' })],
    ['−32603 without facts', rpc({ code: -32603, effect: 'unknown' })],
    [
      '−32602 that a client may have thrown about a result',
      rpc({ code: -32602, effect: 'unknown' }),
    ],
    ['a failure that is only said not to be retryable', rpc({ retryable: false })],
  ])('passes the text of %s on unchanged', (_, failure) => {
    const message = 'ALREADY_CLOSED: Ticket 5 is already closed\n(see the board)';
    expect(decide({ ...failure, message }).message).toBe(message);
  });

  it('adds nothing to a tool result that says itself what to do', () => {
    const message =
      'BUSY: no answer. Nothing was changed. Next: retry after 5 s. ref=corr-0011223344556677';
    const failure: CallFailure = {
      ...rpc({ strategy: 'retry_with_backoff', domain: 'd', message }),
      origin: 'tool',
    };
    expect(decide(failure).message).toBe(message);
  });

  it.each<[Partial<MessageFailure>, string]>([
    [
      { strategy: 'retry_with_backoff', effect: 'unknown' },
      'BUSY: no answer. It is not known whether anything was changed: check that before the call is repeated. ref=corr-0011223344556677',
    ],
    [
      { strategy: 'retry_with_backoff', effect: 'none', retryable: false },
      'BUSY: no answer. Nothing was changed. Do not repeat the call now. ref=corr-0011223344556677',
    ],
    [
      { strategy: 'user_action_required', suggestion: 'Ask Ada' },
      'BUSY: no answer. It is not known whether anything was changed. Ask Ada. ref=corr-0011223344556677',
    ],
  ])('replaces the advice of a tool result that it does not follow: %o', (members, expected) => {
    const changed = 'It is not known whether anything was changed.';
    const message = `BUSY: no answer. ${changed} Next: retry after 5 s. ref=corr-0011223344556677`;
    const failure: CallFailure = { ...rpc({ domain: 'd', message, ...members }), origin: 'tool' };
    expect(decide(failure).message).toBe(expected);
  });

  it('names each field once', () => {
    const message =
      'INVALID_INPUT: 1 problem with the input: qty. Nothing was changed. Next: correct the arguments and call again. ref=corr-0011223344556677\n- qty: too small; for example 1';
    const fields = [{ field: 'qty', message: 'too small', expected: '>= 1' }];
    const failure = rpc({ strategy: 'fix_and_retry', domain: 'd', message, fields });
    expect(decide({ ...failure, origin: 'tool' } as CallFailure).message).toBe(message);
  });

  it('adds its text before the ref, which ends without a full stop', () => {
    const message = 'No answer ref=corr-0011223344556677';
    const failure = rpc({ strategy: 'report_and_abort', suggestion: 'Ask', message });
    expect(decide(failure).message).toBe('No answer. Ask. ref=corr-0011223344556677');
    const fields = [{ field: 'ip', message: 'bad' }];
    expect(decide({ ...failure, fields }).message).toBe(
      'No answer. Ask. ref=corr-0011223344556677\n- ip: bad',
    );
  });
});

describe('whatever the failure says', () => {
  it('a retry is never planned after a change, nor after an unknown effect of a write', () => {
    const failure = fc.record({
      strategy: fc.option(fc.constantFrom(...STRATEGIES), { nil: undefined }),
      retryable: fc.option(fc.boolean(), { nil: undefined }),
      effect: fc.constantFrom(...EFFECTS),
      code: fc.option(fc.integer({ min: -32768, max: -31000 }), { nil: undefined }),
      domain: fc.option(fc.constantFrom('routeros', 'x'), { nil: undefined }),
    });
    const context = fc.record({ readOnly: fc.boolean(), idempotent: fc.boolean() });
    fc.assert(
      fc.property(failure, context, (members, known) => {
        const plan = decide(rpc(members as Partial<MessageFailure>), known);
        const repeatable = known.readOnly || known.idempotent;
        if (plan.action === 'retry') {
          expect(members.effect === 'none' || (members.effect === 'unknown' && repeatable)).toBe(
            true,
          );
        }
        if (members.effect === 'done') expect(plan.safe).toBe(false);
      }),
    );
  });
});
