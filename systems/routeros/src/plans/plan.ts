import { z } from 'zod';
import type { User } from '../access/user.js';
import type { CapabilityFlag, Device } from '../registry/device.js';

export const PLAN_STATUSES = [
  'draft',
  'approved',
  'executing',
  'completed',
  'failed',
  'rolled_back',
  'cancelled',
  'expired',
] as const;

export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PLAN_KINDS = ['static-route', 'firewall-rule', 'dns-ntp-rollout'] as const;

export type PlanKind = (typeof PLAN_KINDS)[number];

/** What became of a plan on one device. `unknown`: the answer was lost, or the service stopped in the middle. */
export const OUTCOME_STATES = [
  'pending',
  'applying',
  'applied',
  'failed',
  'unknown',
  'rolled_back',
  'rollback_failed',
] as const;

export type OutcomeState = (typeof OUTCOME_STATES)[number];

const OUTCOME = z.strictObject({
  device_id: z.string(),
  state: z.enum(OUTCOME_STATES),
  /** One sentence: what was done, or why not. */
  detail: z.string().nullable(),
  /** As the device was when it was looked at last. */
  warning: z
    .string()
    .nullable()
    .describe('What keeps the change from its full effect on this device; null: nothing known'),
});

/** A plan as results show it. */
export const planFacts = {
  plan_id: z.string(),
  kind: z.enum(PLAN_KINDS),
  status: z.enum(PLAN_STATUSES),
  description: z.string(),
  /** As it was given. */
  change: z.record(z.string(), z.unknown()),
  created_by: z.string(),
  approved_by: z.string().nullable(),
  created_at: z.string(),
  approved_at: z.string().nullable(),
  expires_at: z.string(),
  finished_at: z.string().nullable(),
  failure: z.string().nullable().describe('Why it did not end well'),
  outcomes: z.array(OUTCOME).describe('What became of it on each device, in their order'),
};

export type ChangePlan = Readonly<z.output<z.ZodObject<typeof planFacts>>>;

/** What a plan can become from each status. A rollback executes too, so two of them never meet. */
export const TRANSITIONS: Readonly<Record<PlanStatus, readonly PlanStatus[]>> = {
  draft: ['approved', 'cancelled', 'expired'],
  approved: ['executing', 'cancelled', 'expired'],
  executing: ['completed', 'failed', 'rolled_back'],
  completed: ['executing'],
  failed: ['executing'],
  rolled_back: [],
  cancelled: [],
  expired: [],
};

/** Whether a plan in this status is over when its time is. */
export function canExpire(status: PlanStatus): boolean {
  return TRANSITIONS[status].includes('expired');
}

/** Whether a plan in this status can be called off. */
export function canCancel(status: PlanStatus): boolean {
  return TRANSITIONS[status].includes('cancelled');
}

/** Whether there may be something on the devices to roll back. */
export function canRollBack(status: PlanStatus): boolean {
  return status === 'completed' || status === 'failed';
}

export interface NewPlan {
  readonly kind: PlanKind;
  readonly description: string;
  readonly deviceIds: readonly string[];
  readonly change: Readonly<Record<string, unknown>>;
}

export interface PlanFilter {
  readonly status?: PlanStatus;
  readonly limit: number;
}

/** What the plans need of the call that they serve. */
export interface PlanCall {
  readonly user: User;
  readonly signal: AbortSignal;
  progress(done: number, total: number | undefined, message: string): void;
  admit(deviceId: string, flag?: CapabilityFlag): Promise<Device>;
}

/** Changes that need approval before they are made, on one device or many. */
export interface Plans {
  create(plan: NewPlan, call: PlanCall): Promise<ChangePlan>;
  /** Throws NOT_FOUND. */
  get(planId: string): Promise<ChangePlan>;
  /** Newest first. */
  list(filter: PlanFilter): Promise<readonly ChangePlan[]>;
  /** The token is shown once; its holder may apply this version of the plan until it expires. */
  approve(planId: string, call: PlanCall): Promise<{ plan: ChangePlan; approval_token: string }>;
  /** Throws PLAN_NOT_APPROVED, PLAN_EXPIRED, CONFLICT, or what failed on a device, after it was rolled back everywhere. */
  apply(planId: string, approvalToken: string | undefined, call: PlanCall): Promise<ChangePlan>;
  cancel(planId: string, call: PlanCall): Promise<ChangePlan>;
  rollback(planId: string, call: PlanCall): Promise<ChangePlan>;
  /** Settle what a service that died left executing; the number of plans that were marked failed. */
  recover(): Promise<number>;
  close(): Promise<void>;
}
