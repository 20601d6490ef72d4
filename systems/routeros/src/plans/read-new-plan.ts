import { routeros } from '@errata/catalogs/routeros';
import { invalidInput, inWords } from '../tools/invalid-input.js';
import type { ChangeKind } from './kinds/change-kind.js';
import { changeKind, type PlannedChange } from './kinds/change-kinds.js';
import type { NewPlan } from './plan.js';

/** The most devices that one plan is for. */
export const MOST_DEVICES = 50;

/** The kind and the change of a wanted plan, or VALIDATION_ERROR with everything that is wrong with it. */
export function readNewPlan(plan: NewPlan): {
  kind: ChangeKind<PlannedChange>;
  change: PlannedChange;
} {
  const kind = changeKind(plan.kind);
  const { change: given } = plan;
  const parsed = kind.schema.safeParse(given, { error: inWords });
  if (!parsed.success) {
    throw invalidInput(parsed.error.issues, { given, known: kind.members, at: 'change' });
  }
  requireDevices(plan.deviceIds, kind.mostDevices?.(parsed.data));
  return { kind, change: parsed.data };
}

function requireDevices(ids: readonly string[], most = MOST_DEVICES): void {
  const expected =
    new Set(ids).size !== ids.length
      ? 'Every device once'
      : ids.length === 0
        ? 'At least one device'
        : ids.length > most
          ? `At most ${most} ${most === 1 ? 'device' : 'devices'}`
          : undefined;
  if (expected === undefined) return;
  throw routeros.VALIDATION_ERROR({ field: 'device_ids', value: ids.join(', '), expected });
}
