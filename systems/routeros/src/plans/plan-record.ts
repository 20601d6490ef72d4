import type { Selectable } from '@errata/store';
import type { PlanOutcomesTable, PlansTable } from '../database/index.js';
import type { OutcomeState, Plan, PlanKind, PlanStatus } from './plan.js';
import type { Approvable, Endpoint } from './plan-token.js';

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
export function toPlan(record: PlanRecord): Plan {
  return {
    plan_id: record.id,
    kind: record.kind,
    status: record.status,
    description: record.description,
    change: JSON.parse(record.change) as Plan['change'],
    created_by: record.created_by,
    approved_by: record.approved_by,
    created_at: record.created_at,
    approved_at: record.approved_at,
    expires_at: record.expires_at,
    finished_at: record.finished_at,
    failure: record.failure,
    outcomes: record.outcomes.map(({ device_id, state, detail, warning }) => ({
      ...{ device_id, state, detail },
      warning: WANTED.has(state) ? warning : null,
    })),
  };
}

/** What an approval of the plan is for, with its devices as they are registered now. */
export function toApprovable(record: PlanRecord, devices: readonly Endpoint[]): Approvable {
  const { id, kind, change, expires_at: expiresAt } = record;
  return { id, kind, change, devices, expiresAt };
}

export function deviceIdsOf({ outcomes }: Pick<PlanRecord, 'outcomes'>): readonly string[] {
  return outcomes.map(({ device_id }) => device_id);
}
