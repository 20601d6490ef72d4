import type { User } from '../access/user.js';
import type { CapabilityFlag, Device } from '../registry/device.js';
import type { Plan, PlanKind, PlanStatus } from './plan.js';

export interface NewPlan {
  readonly kind: PlanKind;
  readonly description: string;
  readonly deviceIds: readonly string[];
  readonly change: Readonly<Record<string, unknown>>;
}

/** What the plans need of the call that they serve. */
export interface PlanCall {
  readonly user: User;
  readonly signal: AbortSignal;
  progress(done: number, total: number | undefined, message: string): void;
  admit(deviceId: string, flag?: CapabilityFlag): Promise<Device>;
}

/** Changes that somebody has to approve before they are made, on one device or many. */
export interface Plans {
  create(plan: NewPlan, call: PlanCall): Promise<Plan>;
  /** Throws NOT_FOUND. */
  get(planId: string): Promise<Plan>;
  /** Newest first. */
  list(filter: { readonly status?: PlanStatus; readonly limit: number }): Promise<readonly Plan[]>;
  /** The token is shown once; whoever has it may apply this plan, as it stands now, until it expires. */
  approve(planId: string, call: PlanCall): Promise<{ plan: Plan; approval_token: string }>;
  /** Throws PLAN_NOT_APPROVED, PLAN_EXPIRED, CONFLICT, or what failed on a device, after it was taken back everywhere. */
  apply(planId: string, approvalToken: string | undefined, call: PlanCall): Promise<Plan>;
  cancel(planId: string, call: PlanCall): Promise<Plan>;
  rollback(planId: string, call: PlanCall): Promise<Plan>;
  /** Settle what a service that died left executing; the number of plans that were marked failed. */
  recover(): Promise<number>;
  close(): Promise<void>;
}
