import { routeros } from '@errata/catalogs/routeros';
import { notMade } from '../device/device-faults.js';
import type { Device } from '../registry/device.js';
import { doneButNotWritten, HoldLost } from './hold.js';
import { describeInterruption, toInterruption } from './settle-plans.js';
import type { DeviceSnapshot } from './kinds/change-kind.js';
import type { OutcomeRecord } from './plan-records.js';
import { type Changed, endBadly, NOT_WRITTEN, type PlanRun } from './executions.js';
import type { OutcomeState, PlanCall } from './plan.js';
import { watchWrites } from './watch-writes.js';

/** Put a device back into the state before the plan. False if it was in it already; throws if that failed. */
export async function undoOn(
  { kind, wanted, fleet }: PlanRun,
  { device, before }: Changed<DeviceSnapshot>,
): Promise<boolean> {
  const router = watchWrites(fleet.connect(device, { priority: 'cleanup' }));
  for (let attempt = 1; ; attempt++) {
    try {
      const steps = await kind.undo(router, wanted, before);
      for (const step of steps) await step.run();
      if (steps.length === 0) return router.touched() !== 'none';
      break;
    } catch (error) {
      // Where an answer was lost, look again: what was to be done may be done. There is one write per menu.
      if (attempt === ATTEMPTS || router.touched() === 'none') throw error;
    }
  }
  const [left] = await kind.undo(router, wanted, before);
  if (left !== undefined) {
    throw notMade(device, { ...left, unchanged: false, look: 'plan/get' });
  }
  return true;
}

const ATTEMPTS = 3;

/** What is left on the devices after everything that could be rolled back was. */
export interface Cleanup {
  readonly rolledBack: readonly string[];
  readonly left: readonly string[];
}

/** Roll back all of these, last device first. One that fails does not keep the others from it. */
export async function undoAll(
  run: PlanRun,
  applied: readonly Changed<DeviceSnapshot>[],
  why: string,
): Promise<Cleanup> {
  const rolledBack: string[] = [];
  const left: string[] = [];
  for (const changed of applied.toReversed()) {
    const { id } = changed.device;
    try {
      await undoOn(run, changed);
    } catch (error) {
      const detail = `${why}, and this could not be rolled back: ${run.describe(error)}`;
      await run.hold.keep(id, { state: 'rollback_failed', detail });
      left.push(id);
      continue;
    }
    await run.hold.keep(id, { state: 'rolled_back', detail: `${why}: rolled back` });
    rolledBack.push(id);
  }
  return { rolledBack, left };
}

/** The states in which something of the plan may be on the device. */
const LEFT: ReadonlySet<OutcomeState> = new Set([
  'applying',
  'applied',
  'unknown',
  'rollback_failed',
]);

export interface RollbackTarget {
  readonly outcome: OutcomeRecord;
  /** Undefined if the device is not registered any more. */
  readonly device: Device | undefined;
}

interface Failure {
  readonly deviceId: string;
  readonly error: unknown;
}

/** The outcomes that a rollback has to look at, last device first. */
export function outcomesToRollBack(outcomes: readonly OutcomeRecord[]): readonly OutcomeRecord[] {
  return outcomes.filter(({ state, before }) => LEFT.has(state) && before !== null).toReversed();
}

/** Put every device back into the state before the plan. One that fails does not keep the others from it. */
export async function rollBackPlan(
  run: PlanRun,
  targets: readonly RollbackTarget[],
  { signal, progress }: Pick<PlanCall, 'signal' | 'progress'>,
): Promise<void> {
  const failures: Failure[] = [];
  for (const [index, target] of targets.entries()) {
    if (signal.aborted) {
      const left = targets.slice(index).map(({ outcome }) => outcome.device_id);
      const why = `The rollback was not finished: ${describeInterruption(signal)}`;
      await endBadly(run, 'failed', why);
      throw toInterruption(signal, { planId: run.wanted.planId, left });
    }
    const failure = await rollBackOn(run, target);
    if (failure !== undefined) failures.push(failure);
    const what = failure === undefined ? 'rolled back' : 'not rolled back';
    progress(index + 1, targets.length, `${target.outcome.device_id}: ${what}`);
  }
  const [first, ...others] = failures;
  if (first === undefined) return finish(run);
  const why = `${first.deviceId}: ${run.describe(first.error)}`;
  const written = await endBadly(run, 'failed', why);
  throw toRollbackFailure(run, [first, ...others], written ? '' : NOT_WRITTEN);
}

async function finish(run: PlanRun): Promise<void> {
  try {
    await run.hold.finish('rolled_back', null);
  } catch (error) {
    if (error instanceof HoldLost) throw error;
    throw doneButNotWritten(run.wanted.planId, 'is rolled back on all of its devices', error);
  }
}

async function rollBackOn(
  run: PlanRun,
  { outcome, device }: RollbackTarget,
): Promise<Failure | undefined> {
  const deviceId = outcome.device_id;
  let changed: boolean;
  try {
    if (device === undefined) throw notRegistered(deviceId);
    const before = JSON.parse(outcome.before ?? '{}') as DeviceSnapshot;
    changed = await undoOn(run, { device, before });
  } catch (error) {
    const detail = `Could not be rolled back: ${run.describe(error)}`;
    await run.hold.keep(deviceId, { state: 'rollback_failed', detail });
    return { deviceId, error };
  }
  const detail = changed ? 'Rolled back' : 'There was nothing to roll back';
  await run.hold.keep(deviceId, { state: 'rolled_back', detail });
  return undefined;
}

function toRollbackFailure(
  run: PlanRun,
  failures: readonly [Failure, ...Failure[]],
  addition: string,
): unknown {
  const { planId } = run.wanted;
  const [first] = failures;
  const left = failures.map(({ deviceId }) => deviceId).join(', ');
  return run.toFailure(first.error, {
    planId,
    deviceId: first.deviceId,
    done: `It is not known to be rolled back on ${left}${addition}`,
    clean: false,
    suggestion: 'Use plan/get to see what is left',
    nextStep: `Use plan/get with plan_id '${planId}' to see what is left; when the cause is fixed, use plan/rollback again`,
  });
}

function notRegistered(deviceId: string) {
  return routeros.NOT_FOUND(
    { device_id: deviceId, resource_type: 'device' },
    { suggestion: `Use registry/add with device_id=${deviceId} to register the device again` },
  );
}
