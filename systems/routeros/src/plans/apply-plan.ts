import type { Device } from '../registry/device.js';
import { HoldLost } from './hold.js';
import type { Snapshot } from './kinds/index.js';
import type { Changed, PlanRun } from './plan-run.js';
import type { PlanCall } from './plans.js';
import { takeAllBack, takeBack, type Cleanup } from './take-back.js';
import { watchWrites, type Touch } from './watch-writes.js';

type Call = Pick<PlanCall, 'signal' | 'progress'>;

/** A device on which the plan failed, and how far it got there. */
interface Failed extends Changed<Snapshot | undefined> {
  readonly error: unknown;
  readonly touched: Touch;
}

/** Make the change on one device after the other. If one fails, or the call is cancelled, it is taken back everywhere. */
export async function applyPlan(
  run: PlanRun,
  devices: readonly Device[],
  call: Call,
): Promise<void> {
  const applied: Changed<Snapshot>[] = [];
  for (const [index, device] of devices.entries()) {
    if (call.signal.aborted) return cancelled(run, applied, call.signal);
    const outcome = await applyTo(run, device);
    if ('error' in outcome) return failed(run, applied, outcome, devices);
    applied.push(outcome);
    call.progress(index + 1, devices.length, `${device.id}: applied`);
  }
  await run.hold.finish('completed', null);
}

async function applyTo(
  { kind, wanted, hold, fleet }: PlanRun,
  device: Device,
): Promise<Changed<Snapshot> | Failed> {
  const router = watchWrites(fleet.connect(device));
  let before: Snapshot | undefined;
  try {
    before = await kind.snapshot(router, wanted);
    await hold.note(device.id, { state: 'applying', detail: null, before });
    await kind.apply(router, wanted, before);
    const after = await kind.verify(router, wanted, before);
    await hold.note(device.id, { state: 'applied', detail: 'Applied and verified', after });
    return { device, before };
  } catch (error) {
    if (error instanceof HoldLost) throw error;
    return { device, before, error, touched: router.touched() };
  }
}

async function cancelled(
  run: PlanRun,
  applied: readonly Changed<Snapshot>[],
  signal: AbortSignal,
): Promise<never> {
  const { left } = await takeAllBack(run, applied, 'The call was cancelled');
  await run.hold.finish(left.length === 0 ? 'rolled_back' : 'failed', 'The call was cancelled');
  throw signal.reason;
}

async function failed(
  run: PlanRun,
  applied: readonly Changed<Snapshot>[],
  failure: Failed,
  devices: readonly Device[],
): Promise<never> {
  const { planId } = run.wanted;
  const { id: deviceId } = failure.device;
  const why = run.describe(failure.error);
  const own = await settleFailed(run, failure, why);
  const others = await takeAllBack(run, applied, `Device '${deviceId}' failed`);
  const takenBack = [...own.takenBack, ...others.takenBack];
  const left = [...own.left, ...others.left];
  const clean = left.length === 0;
  await run.hold.finish(clean ? 'rolled_back' : 'failed', `${deviceId}: ${why}`);
  throw run.toFailure(failure.error, {
    planId,
    deviceId,
    done: tell(takenBack, left, devices.length),
    clean,
    nextSteps: [
      clean
        ? `Use plan/get with plan_id '${planId}' to see what happened; when the cause is mended, plan the change again with plan/create`
        : `Use plan/get with plan_id '${planId}' to see what is left, then plan/rollback to take it back`,
    ],
  });
}

/** What becomes of the device that failed: it is taken back too, if it may have been changed. */
async function settleFailed(run: PlanRun, failure: Failed, why: string): Promise<Cleanup> {
  const { device, before, touched } = failure;
  const note = (state: 'failed' | 'unknown' | 'rolled_back' | 'rollback_failed', detail: string) =>
    run.hold.note(device.id, { state, detail });
  const nothing = { takenBack: [], left: [] };
  if (before === undefined || touched === 'none') {
    await note('failed', why);
    return nothing;
  }
  await note(touched === 'sure' ? 'failed' : 'unknown', why);
  try {
    const changed = await takeBack(run, { device, before });
    await note(
      changed ? 'rolled_back' : 'failed',
      `${why} (${changed ? 'taken back' : 'nothing was changed'})`,
    );
    return changed ? { takenBack: [device.id], left: [] } : nothing;
  } catch (error) {
    if (error instanceof HoldLost) throw error;
    const state = touched === 'sure' ? 'rollback_failed' : 'unknown';
    await note(state, `${why}; it could not be taken back: ${run.describe(error)}`);
    return { takenBack: [], left: [device.id] };
  }
}

function tell(takenBack: readonly string[], left: readonly string[], total: number): string {
  const done = takenBack.length === 0 ? [] : [`Taken back on ${takenBack.join(', ')}`];
  const rest =
    left.length === 0
      ? `nothing of the plan is left on any of its ${total} devices`
      : `what is on ${left.join(', ')} is not known to be taken back`;
  return [...done, rest].join('; ');
}
