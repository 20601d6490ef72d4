import { defineFailures } from '@errata/core/internal';
import { elapsed } from './wording.js';

/** The codes −32030…−32039: applying a plan. */
export const planPart = defineFailures({
  PLAN_NOT_APPROVED: {
    code: -32030,
    title: 'Plan Not Approved',
    name: 'Plan error',
    category: 'plan',
    condition: 'not-approved',
    when: 'Attempting to apply unapproved plan',
    context: {
      plan_id: 'string',
      plan_status: 'string',
      required_status: { type: 'string?', description: 'Where it is another one than plan_status' },
    },
    details: 'Plan requires approval before execution',
    recovery: 'user_action_required',
    suggestion: 'Have the plan approved with plan/approve, then apply it again.',
    http: 403,
  },
  PLAN_EXPIRED: {
    code: -32031,
    title: 'Plan Expired',
    name: 'Plan error',
    category: 'plan',
    condition: 'expired',
    when: 'Plan has expired',
    context: {
      plan_id: 'string',
      created_at: 'string',
      expires_at: 'string',
      current_time: 'string',
    },
    details: (c) => {
      const ago = elapsed(c.expires_at, c.current_time);
      return ago === undefined
        ? 'Plan has expired and cannot be applied'
        : `Plan expired ${ago} ago`;
    },
    recovery: 'user_action_required',
    suggestion: 'Create the plan again with plan/create and have it approved.',
    http: 410,
  },
});
