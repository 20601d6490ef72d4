import { forbidScope, inReach, type User } from '../../access/index.js';
import type { Plan } from '../../plans/index.js';

/** Whether all devices of a plan are the user's: what is planned for the others is none of their business. */
export function isVisible(plan: Plan, user: User): boolean {
  return hidden(plan, user) === undefined;
}

/** Throws FORBIDDEN for a plan that the user may not see. */
export function requireVisible(plan: Plan, user: User, tool: string): void {
  const outside = hidden(plan, user);
  if (outside !== undefined) throw forbidScope(outside.device_id, { name: tool });
}

function hidden({ outcomes }: Plan, user: User) {
  return outcomes.find(({ device_id }) => !inReach(user, device_id));
}
