import { expect, it } from 'vitest';
import { FACTS_LAYOUT } from './shape.js';

it('the facts are described as they are written', () => {
  expect(FACTS_LAYOUT).toEqual({
    envelope: {
      domain: 'string',
      reason: 'string',
      code: 'integer',
      category: 'string',
      retryable: 'boolean',
      retry_after: { type: 'number?', description: 'Seconds' },
      effect: { type: 'string', values: ['none', 'done', 'unknown'] },
      recovery_strategy: {
        type: 'string',
        values: ['retry_with_backoff', 'user_action_required', 'fix_and_retry', 'report_and_abort'],
      },
      ref: { type: 'string', description: 'corr- and 16 hexadecimal digits' },
      data: { type: 'object?', description: 'The declared fields of the reason' },
    },
    contextIn: 'data',
  });
});
