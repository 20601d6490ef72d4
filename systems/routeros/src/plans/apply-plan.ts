import type { Device } from '../registry/device.js';
import { doneButNotWritten, HoldLost } from './hold.js';
import { describeInterruption, toInterruption } from './settle-plans.js';
import type { DeviceSnapshot } from './kinds/change-kind.js';
import { endBadly, NOT_WRITTEN, type Changed, type PlanRun } from './executions.js';
import type { PlanCall } from './plan.js';
import { undoAll, undoOn, type Cleanup } from './roll-back-plan.js';
import { watchWrites, type Touch } from './watch-writes.js';

type Call = Pick<PlanCall, 'signal' | 'progress'>;

/** A device on which the plan failed, and how far it got there. */
interface Failed extends Changed<DeviceSnapshot | undefined> {
  readonly error: unknown;
  readonly touched: Touch;
}

interface Applied extends Changed<DeviceSnapshot> {
  /** What keeps the change from its effect. */
  readonly warning: string | null;
}

/** Make the change on one device after the other. If one fails, or the call is interrupted, it is rolled back everywhere. */
export async function applyPlan(
  run: PlanRun,
  devices: readonly Device[],
  call: Call,
): Promise<void> {
  const applied: Changed<DeviceSnapshot>[] = [];
  for (const [index, device] of devices.entries()) {
    if (call.signal.aborted) return interrupted(run, applied, call.signal);
    const outcome = await applyTo(run, device, index > 0);
    if ('error' in outcome) return failed(run, applied, outcome, devices);
    applied.push(outcome);
    const { warning } = outcome;
    const what = warning === null ? 'applied' : `in place, but ${warning}`;
    call.progress(index + 1, devices.length, `${device.id}: ${what}`);
  }
  try {
    await run.hold.finish('completed', null);
  } catch (error) {
    if (error instanceof HoldLost) throw error;
    const done = `is applied and verified on ${devices.map(({ id }) => id).join(', ')}`;
    throw doneButNotWritten(run.wanted.planId, done, error);
  }
}

// Nothing was written yet: a device that has no room for more requests may still say so.
const NOTHING_BEGUN = {};
// The device is spared before a plan begins, not in the middle of it.
const TO_THE_END = { priority: 'cleanup' } as const;

async function applyTo(
  { kind, wanted, hold, fleet }: PlanRun,
  device: Device,
  begun: boolean,
): Promise<Applied | Failed> {
  const router = watchWrites(fleet.connect(device, TO_THE_END));
  let before: DeviceSnapshot | undefined;
  try {
    const reading = begun ? router : fleet.connect(device, NOTHING_BEGUN);
    before = await kind.snapshot(reading, wanted);
    await hold.note(device.id, { state: 'applying', detail: null, before });
    await kind.apply(router, wanted, before);
    const after = await kind.verify(router, wanted, before);
    const warning = (await kind.warn?.(router, wanted)) ?? null;
    const detail = warning === null ? 'Applied and verified' : 'In place and verified';
    await hold.note(device.id, { state: 'applied', detail, warning, after });
    return { device, before, warning };
  } catch (error) {
    if (error instanceof HoldLost) throw error;
    return { device, before, error, touched: router.touched() };
  }
}

async function interrupted(
  run: PlanRun,
  applied: readonly Changed<DeviceSnapshot>[],
  signal: AbortSignal,
): Promise<never> {
  const why = describeInterruption(signal);
  const { left } = await undoAll(run, applied, why);
  await endBadly(run, left.length === 0 ? 'rolled_back' : 'failed', why);
  throw toInterruption(signal, { planId: run.wanted.planId, left });
}

async function failed(
  run: PlanRun,
  applied: readonly Changed<DeviceSnapshot>[],
  failure: Failed,
  devices: readonly Device[],
): Promise<never> {
  const { planId } = run.wanted;
  const { id: deviceId } = failure.device;
  const why = run.describe(failure.error);
  const own = await settleFailed(run, failure, why);
  const others = await undoAll(run, applied, `Device '${deviceId}' failed`);
  const rolledBack = [...own.rolledBack, ...others.rolledBack];
  const left = [...own.left, ...others.left];
  const clean = left.length === 0;
  const written = await endBadly(run, clean ? 'rolled_back' : 'failed', `${deviceId}: ${why}`);
  throw run.toFailure(failure.error, {
    planId,
    deviceId,
    done: tell(rolledBack, left, devices.length) + (written ? '' : NOT_WRITTEN),
    clean,
    suggestion: `Use plan/get to see what ${clean ? 'happened' : 'is left'}`,
    nextStep: clean
      ? `Use plan/get with plan_id '${planId}' to see what happened; when the cause is mended, plan the change again with plan/create`
      : `Use plan/get with plan_id '${planId}' to see what is left, then plan/rollback to roll it back`,
  });
}

/** What becomes of the device that failed: it is rolled back too, if it may have been changed. */
async function settleFailed(run: PlanRun, failure: Failed, why: string): Promise<Cleanup> {
  const { device, before, touched } = failure;
  const note = (state: 'failed' | 'unknown' | 'rolled_back' | 'rollback_failed', detail: string) =>
    run.hold.keep(device.id, { state, detail });
  const nothing = { rolledBack: [], left: [] };
  if (before === undefined || touched === 'none') {
    await note('failed', why);
    return nothing;
  }
  await note(touched === 'sure' ? 'failed' : 'unknown', why);
  try {
    const changed = await undoOn(run, { device, before });
    await note(
      changed ? 'rolled_back' : 'failed',
      `${why} (${changed ? 'rolled back' : 'nothing was changed'})`,
    );
    return changed ? { rolledBack: [device.id], left: [] } : nothing;
  } catch (error) {
    if (error instanceof HoldLost) throw error;
    const state = touched === 'sure' ? 'rollback_failed' : 'unknown';
    await note(state, `${why}; it could not be rolled back: ${run.describe(error)}`);
    return { rolledBack: [], left: [device.id] };
  }
}

function tell(rolledBack: readonly string[], left: readonly string[], total: number): string {
  const done = rolledBack.length === 0 ? [] : [`Rolled back on ${rolledBack.join(', ')}`];
  const rest =
    left.length === 0
      ? `nothing of the plan is left on any of its ${total} devices`
      : `what is on ${left.join(', ')} is not known to be rolled back`;
  return [...done, rest].join('; ');
}
