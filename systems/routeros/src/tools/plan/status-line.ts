import type { Plan, PlanStatus } from '../../plans/index.js';
import { oneLine } from '../../safety/index.js';
import { countDevices, nameOf } from './plan-facts.js';

/** What a plan in each status is waiting for. */
const NEXT: Readonly<Record<PlanStatus, (plan: Plan) => string>> = {
  draft: ({ expires_at }) => `expires at ${expires_at}. Next: plan/approve`,
  approved: ({ expires_at }) =>
    `expires at ${expires_at}. Next: plan/apply with the approval token`,
  executing: () => 'is being executed right now',
  completed: ({ finished_at }) => `finished at ${finished_at}; plan/rollback takes it back`,
  failed: ({ finished_at }) =>
    `finished at ${finished_at}. Next: plan/rollback takes back what is left`,
  rolled_back: ({ finished_at }) => `finished at ${finished_at}; nothing of it is left`,
  cancelled: ({ finished_at }) => `was called off at ${finished_at}`,
  expired: ({ expires_at }) => `expired at ${expires_at}; plan/create makes a new one`,
};

/** A plan in one line. */
export function statusLine(plan: Plan): string {
  const { status, description } = plan;
  return `${nameOf(plan)} for ${countDevices(plan)} is ${status}, ${NEXT[status](plan)}: ${oneLine(description)}`;
}
