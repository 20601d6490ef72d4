export { createPlans, type PlansOptions } from './create-plans.js';
export {
  changeKind,
  dnsNtpRolloutChange,
  firewallRuleChange,
  staticRouteChange,
  type DnsNtpRolloutChange,
  type FirewallRuleChange,
  type StaticRouteChange,
} from './kinds/index.js';
export { LEASE } from './hold.js';
export {
  OUTCOME_STATES,
  PLAN_KINDS,
  PLAN_STATUSES,
  type OutcomeState,
  type Plan,
  type PlanKind,
  type PlanOutcome,
  type PlanStatus,
} from './plan.js';
export type { NewPlan, PlanCall, Plans } from './plans.js';
export { MOST_DEVICES } from './read-new-plan.js';
export { requireReach } from './refusals.js';
export { TRANSITIONS } from './transitions.js';
