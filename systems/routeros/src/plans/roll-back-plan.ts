import { routeros } from '@errata/catalogs/routeros';
import type { Device } from '../registry/device.js';
import { HoldLost } from './hold.js';
import { describeInterruption, toInterruption } from './interruption.js';
import type { Snapshot } from './kinds/change-kind.js';
import { doneButNotWritten } from './not-written.js';
import type { OutcomeRecord } from './plan-records.js';
import { endBadly, NOT_WRITTEN, type PlanRun } from './plan-run.js';
import type { OutcomeState } from './plan.js';
import type { PlanCall } from './plans.js';
import { takeBack } from './take-back.js';

/** The states in which something of the plan may be on the device. */
const LEFT: ReadonlySet<OutcomeState> = new Set([
  'applying',
  'applied',
  'unknown',
  'rollback_failed',
]);

export interface RollbackTarget {
  readonly outcome: OutcomeRecord;
  /** Undefined where the device is not registered any more. */
  readonly device: Device | undefined;
}

interface Failure {
  readonly deviceId: string;
  readonly error: unknown;
}

/** The outcomes that a rollback has to look at, last device first. */
export function outcomesToTakeBack(outcomes: readonly OutcomeRecord[]): readonly OutcomeRecord[] {
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
    const what = failure === undefined ? 'taken back' : 'not taken back';
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
    throw doneButNotWritten(run.wanted.planId, 'is taken back on all of its devices', error);
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
    const before = JSON.parse(outcome.before ?? '{}') as Snapshot;
    changed = await takeBack(run, { device, before });
  } catch (error) {
    const detail = `Could not be taken back: ${run.describe(error)}`;
    await run.hold.keep(deviceId, { state: 'rollback_failed', detail });
    return { deviceId, error };
  }
  const detail = changed ? 'Taken back' : 'There was nothing to take back';
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
    done: `It is not known to be taken back on ${left}${addition}`,
    clean: false,
    suggestion: 'Use plan/get to see what is left',
    nextStep: `Use plan/get with plan_id '${planId}' to see what is left; when the cause is mended, use plan/rollback again`,
  });
}

function notRegistered(deviceId: string) {
  return routeros.NOT_FOUND(
    { device_id: deviceId, resource_type: 'device' },
    { suggestion: `Use registry/add with device_id=${deviceId} to register the device again` },
  );
}
