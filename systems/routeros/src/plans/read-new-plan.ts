import { routeros } from '@errata/catalogs/routeros';
import { changeKind, type Change, type ChangeKind } from './kinds/index.js';
import type { NewPlan } from './plans.js';

/** The most devices that one plan is for. */
export const MOST_DEVICES = 50;

/** The kind and the change of a wanted plan, or VALIDATION_ERROR with everything that is wrong with it. */
export function readNewPlan(plan: NewPlan): { kind: ChangeKind<Change>; change: Change } {
  const kind = changeKind(plan.kind);
  const parsed = kind.schema.safeParse(plan.change);
  const errors = parsed.success
    ? devicesProblem(plan.deviceIds, kind.mostDevices?.(parsed.data))
    : parsed.error.issues.map(({ path, message }) => ({
        field: ['change', ...path].join('.'),
        message,
      }));
  if (parsed.success && errors.length === 0) return { kind, change: parsed.data };
  const [first, second] = errors;
  throw routeros.VALIDATION_ERROR(
    { errors },
    second === undefined
      ? { details: `Not a change of kind '${plan.kind}': ${first?.field}: ${first?.message}` }
      : {},
  );
}

function devicesProblem(ids: readonly string[], most = MOST_DEVICES) {
  const problem = (message: string) => [{ field: 'device_ids', message }];
  if (new Set(ids).size !== ids.length) return problem('A device is named twice');
  if (ids.length === 0) return problem('At least one device');
  if (ids.length > most) return problem(`At most ${most} ${most === 1 ? 'device' : 'devices'}`);
  return [];
}
