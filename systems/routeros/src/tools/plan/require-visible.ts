import { inReach, type User } from '../../access/index.js';
import { requireReach, type Plan } from '../../plans/index.js';

/** Whether all devices of a plan are the user's: what is planned for the others is none of their business. */
export function isVisible({ outcomes }: Plan, user: User): boolean {
  return outcomes.every(({ device_id }) => inReach(user, device_id));
}

/** Throws NOT_FOUND for a plan that the user may not see, as for one that is not there. */
export function requireVisible({ plan_id: id, outcomes }: Plan, user: User): void {
  requireReach(user, { id, outcomes }, 'plan/get');
}
