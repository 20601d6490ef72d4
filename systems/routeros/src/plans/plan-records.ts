import { createHash, createHmac } from 'node:crypto';
import { isSameSecret } from '@errata/edges/service';
import type { Selectable, Store, Updateable } from '@errata/store';
import type { PlanOutcomesTable, PlansTable, RouterosDatabase } from '../database/open-database.js';
import type { Device } from '../registry/device.js';
import {
  planFacts,
  type OutcomeState,
  type ChangePlan,
  type PlanFilter,
  type PlanKind,
  type PlanStatus,
} from './plan.js';

export interface OutcomeRecord extends Selectable<PlanOutcomesTable> {
  state: OutcomeState;
}

/** A plan as it is stored, with its outcomes in the order of the devices. */
export interface PlanRecord extends Selectable<PlansTable> {
  kind: PlanKind;
  status: PlanStatus;
  outcomes: readonly OutcomeRecord[];
}

/** The states in which the change is to have an effect, or has one. */
const WANTED: ReadonlySet<OutcomeState> = new Set(['pending', 'applying', 'applied']);

/** A plan as results show it. */
export function toPlan(record: PlanRecord): ChangePlan {
  const shown: Readonly<Record<string, unknown>> = {
    ...record,
    plan_id: record.id,
    change: JSON.parse(record.change),
    outcomes: record.outcomes.map(({ device_id, state, detail, warning }) => ({
      ...{ device_id, state, detail },
      warning: WANTED.has(state) ? warning : null,
    })),
  };
  const members = Object.keys(planFacts).map((name) => [name, shown[name]]);
  return Object.fromEntries(members) as ChangePlan;
}

/** What an approval of the plan is for, with its devices as they are registered now. */
export function toApprovable(record: PlanRecord, devices: readonly Endpoint[]): Approvable {
  const { id, kind, change, expires_at: expiresAt } = record;
  return { id, kind, change, devices, expiresAt };
}

export function deviceIdsOf({ outcomes }: Pick<PlanRecord, 'outcomes'>): readonly string[] {
  return outcomes.map(({ device_id }) => device_id);
}

type NewPlanRecord = Omit<PlanRecord, 'outcomes'>;

/** A device of a new plan, in the order of the plan. */
export type NewOutcome = Pick<OutcomeRecord, 'device_id' | 'warning'>;

/** A step from one status to another. */
interface Step {
  readonly id: string;
  readonly from: readonly PlanStatus[];
  /** Only before it expires. */
  readonly notAfter?: string;
}

export type PlanRecords = ReturnType<typeof createPlanRecords>;
export type Overdue = Awaited<ReturnType<PlanRecords['overdue']>>[number];

/** The stored plans. Every step from one status to another is one conditional update, so that of two processes one wins. */
export function createPlanRecords({ db }: Store<RouterosDatabase>) {
  const withOutcomes = async (plans: readonly NewPlanRecord[]): Promise<readonly PlanRecord[]> => {
    if (plans.length === 0) return [];
    const rows = await db
      .selectFrom('plan_outcomes')
      .selectAll()
      .where(
        'plan_id',
        'in',
        plans.map(({ id }) => id),
      )
      .orderBy('position')
      .execute();
    const outcomes = rows as OutcomeRecord[];
    return plans.map((plan) => ({
      ...plan,
      outcomes: outcomes.filter(({ plan_id }) => plan_id === plan.id),
    }));
  };

  return {
    insert: (plan: NewPlanRecord, devices: readonly NewOutcome[]): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('plans').values(plan).execute();
        const outcomes = devices.map((device, position) => ({
          plan_id: plan.id,
          ...device,
          position,
          state: 'pending',
          before: null,
          after: null,
          detail: null,
          updated_at: plan.created_at,
        }));
        await trx.insertInto('plan_outcomes').values(outcomes).execute();
      }),

    async find(id: string): Promise<PlanRecord | undefined> {
      const plan = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
      if (plan === undefined) return undefined;
      return (await withOutcomes([plan as NewPlanRecord]))[0];
    },

    /** Newest first. */
    async list({ status, limit }: PlanFilter): Promise<readonly PlanRecord[]> {
      let query = db.selectFrom('plans').selectAll();
      if (status !== undefined) query = query.where('status', '=', status);
      const plans = await query
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return withOutcomes(plans as NewPlanRecord[]);
    },

    /** False if the plan was in another status by then. */
    async move({ id, from, notAfter }: Step, values: Updateable<PlansTable>): Promise<boolean> {
      let update = db
        .updateTable('plans')
        .set(values)
        .where('id', '=', id)
        .where('status', 'in', from);
      if (notAfter !== undefined) update = update.where('expires_at', '>', notAfter);
      const { numUpdatedRows } = await update.executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** The plans that are expired without saying so, and those whose executor gave no sign of life. */
    async overdue(at: string) {
      const rows = await db
        .selectFrom('plans')
        .select(['id', 'status', 'expires_at', 'executing_by'])
        .where((where) =>
          where.or([
            where.and([
              where('status', 'in', ['draft', 'approved']),
              where('expires_at', '<=', at),
            ]),
            where.and([where('status', '=', 'executing'), where('lease_until', '<=', at)]),
          ]),
        )
        .execute();
      return rows as readonly (Pick<PlanRecord, 'status'> & (typeof rows)[number])[];
    },
  };
}

/** Where a device is, and how it is recognised there. Under another address it may be another one. */
export type Endpoint = Pick<
  Device,
  'id' | 'management_address' | 'tls_mode' | 'tls_fingerprint' | 'tls_ca'
>;

/** What an approval is for. */
export interface Approvable {
  readonly id: string;
  readonly kind: string;
  /** The text of the change as it is stored. */
  readonly change: string;
  /** In the order of the plan. */
  readonly devices: readonly Endpoint[];
  readonly expiresAt: string;
}

/** What a plan does, in 64 hex digits: kind, change, and the devices in their order, with address and trust. */
export function digestOf({
  kind,
  change,
  devices,
}: Pick<Approvable, 'kind' | 'change' | 'devices'>): string {
  const endpoints = devices.map((device) => [
    device.id,
    device.management_address,
    device.tls_mode,
    device.tls_fingerprint,
    device.tls_ca,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([kind, change, endpoints]))
    .digest('hex');
}

/** The token that approves this version of a plan. It is computed, never stored. */
export function approvalToken(secret: Uint8Array, plan: Approvable): string {
  const content = JSON.stringify([plan.id, digestOf(plan), plan.expiresAt]);
  return `v1.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** Whether a token is for the current version of this plan. Takes the same time for every token. */
export function isApprovalToken(
  secret: Uint8Array,
  plan: Approvable,
  token: string | undefined,
): boolean {
  return isSameSecret(token ?? '', approvalToken(secret, plan));
}
