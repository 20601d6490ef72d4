import {
  defineCatalog,
  defineFailures,
  joinFailures,
  standardFailures,
} from '../../catalog/index.js';
import type { Era } from '../../era/index.js';
import { createRedactor } from '../../fault/index.js';
import { defineContract } from '../define-contract.js';
import { DEFAULT_BUDGET, type View } from '../view.js';

/** A small domain for the tests of the surfaces. */
export const demo = defineCatalog(
  'demo',
  joinFailures(
    standardFailures,
    defineFailures({
      DEVICE_UNREACHABLE: {
        code: -32010,
        title: 'Device Unreachable',
        category: 'device',
        condition: 'unreachable',
        context: { device_id: 'string', address: 'string', note: 'string?' },
        details: (c) => `No answer from ${c.device_id} (${c.address})`,
        recovery: { strategy: 'retry_with_backoff', retryAfter: 60 },
        effect: 'none',
        suggestions: ['Look at the cable', 'Use registry/update if it moved'],
      },
      FORBIDDEN: {
        code: -32002,
        title: 'Forbidden',
        category: 'access',
        condition: 'forbidden',
        context: { device_id: 'string' },
        details: (c) => `${c.device_id} does not allow writes`,
        recovery: 'user_action_required',
        nextSteps: ['Use registry/update to allow writes', 'Ask the administrator'],
        alternatives: [{ tool: 'registry/list', description: 'List devices that allow writes' }],
      },
      INVALID_INPUT: {
        code: -32005,
        title: 'Invalid Input',
        category: 'validation',
        condition: 'validation',
        context: { errors: { type: 'object[]', items: { field: 'string', message: 'string' } } },
        details: (c) => `${c.errors.length} fields are wrong`,
        recovery: 'fix_and_retry',
      },
      RATE_LIMITED: {
        code: -32006,
        title: 'Rate Limited',
        category: 'limit',
        condition: 'rate-limited',
        context: { retry_after: 'integer' },
        recovery: 'retry_with_backoff',
      },
      UNAUTHORIZED: {
        code: -32001,
        title: 'Unauthorized',
        category: 'access',
        condition: 'unauthorized',
        recovery: 'user_action_required',
      },
    }),
  ),
  { unexpected: 'INTERNAL_ERROR' },
);

export const demoContract = defineContract({ catalog: demo });

export const viewOf = (era: Era, more: Partial<View> = {}): View => ({
  era,
  redactor: createRedactor(),
  budget: DEFAULT_BUDGET,
  ...more,
});

export const unreachable = (note?: string) =>
  demo.DEVICE_UNREACHABLE(
    { device_id: 'dev-lab-01', address: '198.51.100.7:443', ...(note !== undefined && { note }) },
    { ref: 'corr-0123456789abcdef' },
  );
