import { randomBytes } from 'node:crypto';
import type { Redactor } from '@errata/core';
import type { Store } from '@errata/store';
import type { RouterosDatabase } from '../database/open-database.js';
import type { Fleet } from '../device/fleet.js';
import type { AuditLog } from '../registry/audit-log.js';
import type { Device } from '../registry/device.js';
import type { DeviceRegistry } from '../registry/create-registry.js';
import type { RouterosSettings } from '../settings/resolve-options.js';
import { applyPlan } from './apply-plan.js';
import { createExecutions, createFailureTeller } from './executions.js';
import { changeKind } from './kinds/change-kinds.js';
import {
  approvalToken,
  createPlanRecords,
  deviceIdsOf,
  digestOf,
  isApprovalToken,
  type NewOutcome,
  type PlanRecord,
  toApprovable,
  toPlan,
} from './plan-records.js';
import { canCancel, canRollBack, type PlanCall, type Plans } from './plan.js';
import { readNewPlan } from './read-new-plan.js';
import {
  noSuchPlan,
  planChanged,
  planExpired,
  planNotApproved,
  planTampered,
  requireReach,
  selfApproval,
  wrongStatus,
  wrongToken,
} from './refusals.js';
import { outcomesToRollBack, rollBackPlan, type RollbackTarget } from './roll-back-plan.js';
import { settlePlans } from './settle-plans.js';

export interface PlansOptions {
  readonly store: Store<RouterosDatabase>;
  readonly registry: Pick<DeviceRegistry, 'find'>;
  readonly fleet: Pick<Fleet, 'connect'>;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly settings: Pick<RouterosSettings, 'planLife'>;
  /** What approval tokens are made with. All processes on one database need the same. */
  readonly secret: Uint8Array;
  readonly now?: () => number;
  /** The name of this process among those on the same database. */
  readonly instanceId?: string;
  readonly redactor?: Redactor;
}

/** The plans in a database, and what executes them. */
export function createPlans(options: PlansOptions): Plans {
  const { store, registry, fleet, audit, settings, secret, redactor, now = Date.now } = options;
  const { instanceId = randomBytes(6).toString('hex') } = options;
  const records = createPlanRecords(store);
  const executions = createExecutions({ store, instanceId, now });
  const teller = createFailureTeller(redactor);
  const time = () => new Date(now()).toISOString();

  const settle = () => settlePlans({ store, records, audit, now, isRunning: executions.isRunning });

  const find = async (planId: string): Promise<PlanRecord> => {
    await settle();
    const record = await records.find(planId);
    if (record === undefined) throw noSuchPlan(planId);
    return record;
  };

  const admitAll = async (ids: readonly string[], kind: PlanRecord['kind'], call: PlanCall) => {
    const devices: Device[] = [];
    for (const id of ids) devices.push(await call.admit(id, changeKind(kind).flag));
    return devices;
  };

  /** What has to be true on every device before anything is changed on any of them. */
  const checkAll = async (
    { kind, change }: Pick<PlanRecord, 'kind' | 'change'>,
    devices: readonly Device[],
    { signal }: PlanCall,
  ) => {
    for (const device of devices) {
      const router = fleet.connect(device, { signal });
      await changeKind(kind).check(router, JSON.parse(change) as Record<string, unknown>);
    }
  };

  const requireApproved = (plan: PlanRecord) => {
    if (plan.status === 'expired') throw planExpired(plan, now());
    if (plan.status === 'draft') throw planNotApproved(plan);
    if (plan.status !== 'approved') throw wrongStatus(plan, 'applied');
  };

  /** Throws why a plan cannot be applied, whatever its devices say. */
  const requireApproval = (
    plan: PlanRecord,
    token: string | undefined,
    devices: readonly Device[],
  ) => {
    requireApproved(plan);
    const approvable = toApprovable(plan, devices);
    if (plan.digest !== digestOf(approvable)) throw planChanged(plan, devices);
    if (!isApprovalToken(secret, approvable, token)) throw wrongToken(plan, token);
  };

  /** The devices of a plan as they are registered now; one that is gone is missing. */
  const registered = async (plan: PlanRecord) => {
    const devices = await Promise.all(deviceIdsOf(plan).map((id) => registry.find(id)));
    return devices.flatMap((device) => device ?? []);
  };

  const runOf = ({ id, kind, change }: PlanRecord) => ({
    ...teller,
    kind: changeKind(kind),
    wanted: { planId: id, change: JSON.parse(change) as Record<string, unknown> },
    fleet,
  });

  return {
    async create(plan, call) {
      const { kind, change } = readNewPlan(plan);
      const devices = await admitAll(plan.deviceIds, plan.kind, call);
      const text = JSON.stringify(change);
      await checkAll({ kind: plan.kind, change: text }, devices, call);
      const id = `plan-${randomBytes(6).toString('hex')}`;
      const outcomes: NewOutcome[] = [];
      for (const device of devices) {
        const router = fleet.connect(device, { signal: call.signal });
        const warning = await kind.warn?.(router, { change, planId: id });
        outcomes.push({ device_id: device.id, warning: warning ?? null });
      }
      const created = now();
      await records.insert(
        {
          id,
          kind: kind.kind,
          status: 'draft',
          description: plan.description,
          change: text,
          digest: digestOf({ kind: kind.kind, change: text, devices }),
          created_by: call.user.id,
          approved_by: null,
          created_at: new Date(created).toISOString(),
          approved_at: null,
          expires_at: new Date(created + settings.planLife).toISOString(),
          finished_at: null,
          executing_by: null,
          lease_until: null,
          failure: null,
        },
        outcomes,
      );
      return toPlan(await find(id));
    },

    get: async (planId) => toPlan(await find(planId)),

    async list(filter) {
      await settle();
      return (await records.list(filter)).map(toPlan);
    },

    async approve(planId, call) {
      const plan = await find(planId);
      const { user } = call;
      requireReach(user, plan, 'plan/approve');
      if (user.id === plan.created_by && !user.single) throw selfApproval(plan);
      const approvable = toApprovable(plan, await registered(plan));
      if (plan.digest !== digestOf(approvable)) throw planTampered(plan);
      await records.move(
        { id: planId, from: ['draft'], notAfter: time() },
        { status: 'approved', approved_by: user.id, approved_at: time() },
      );
      const approved = await find(planId);
      if (approved.status === 'expired') throw planExpired(approved, now());
      if (approved.status !== 'approved') throw wrongStatus(approved, 'approved');
      // For the plan that was looked at above: if it was changed since, the token does not fit it.
      return { plan: toPlan(approved), approval_token: approvalToken(secret, approvable) };
    },

    async apply(planId, token, call) {
      const plan = await find(planId);
      requireReach(call.user, plan, 'plan/apply');
      requireApproved(plan);
      const devices = await admitAll(deviceIdsOf(plan), plan.kind, call);
      requireApproval(plan, token, devices);
      try {
        await checkAll(plan, devices, call);
      } catch (error) {
        // What does not fit may be this very plan, which another process applies at the moment.
        requireApproval(await find(planId), token, devices);
        throw error;
      }
      await executions.run(planId, call, async (hold, signal) => {
        if (!(await hold.take(['approved'], time()))) {
          const current = await find(planId);
          requireApproval(current, token, devices);
          throw wrongStatus(current, 'applied');
        }
        await applyPlan({ ...runOf(plan), hold }, devices, { ...call, signal });
      });
      return toPlan(await find(planId));
    },

    async cancel(planId, call) {
      const plan = await find(planId);
      requireReach(call.user, plan, 'plan/cancel');
      const values = { status: 'cancelled', finished_at: time() };
      const moved =
        canCancel(plan.status) &&
        (await records.move({ id: planId, from: ['draft', 'approved'] }, values));
      const current = await find(planId);
      if (!moved) throw wrongStatus(current, 'cancelled');
      return toPlan(current);
    },

    async rollback(planId, call) {
      const plan = await find(planId);
      requireReach(call.user, plan, 'plan/rollback');
      if (plan.status === 'rolled_back') return toPlan(plan);
      if (!canRollBack(plan.status)) throw wrongStatus(plan, 'rolled back');
      const { flag } = changeKind(plan.kind);
      const targets: RollbackTarget[] = [];
      for (const outcome of outcomesToRollBack(plan.outcomes)) {
        const id = outcome.device_id;
        // One that is gone must not keep the others from being rolled back.
        const known = (await registry.find(id)) !== undefined;
        targets.push({ outcome, device: known ? await call.admit(id, flag) : undefined });
      }
      await executions.run(planId, call, async (hold, signal) => {
        if (!(await hold.take(['completed', 'failed']))) {
          const current = await find(planId);
          if (current.status === 'rolled_back') return;
          throw wrongStatus(current, 'rolled back');
        }
        await rollBackPlan({ ...runOf(plan), hold }, targets, { ...call, signal });
      });
      return toPlan(await find(planId));
    },

    recover: settle,
    close: executions.close,
  };
}
