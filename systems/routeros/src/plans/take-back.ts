import { notMade } from '../device/not-made.js';
import type { Snapshot } from './kinds/change-kind.js';
import type { Changed, PlanRun } from './plan-run.js';
import { watchWrites } from './watch-writes.js';

/** Put a device back into the state before the plan. False where it was in it already; throws where that failed. */
export async function takeBack(
  { kind, wanted, fleet }: PlanRun,
  { device, before }: Changed<Snapshot>,
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

/** What is left on the devices after everything that could be taken back was. */
export interface Cleanup {
  readonly takenBack: readonly string[];
  readonly left: readonly string[];
}

/** Take back all of these, last device first. One that fails does not keep the others from it. */
export async function takeAllBack(
  run: PlanRun,
  applied: readonly Changed<Snapshot>[],
  why: string,
): Promise<Cleanup> {
  const takenBack: string[] = [];
  const left: string[] = [];
  for (const changed of applied.toReversed()) {
    const { id } = changed.device;
    try {
      await takeBack(run, changed);
    } catch (error) {
      const detail = `${why}, and this could not be taken back: ${run.describe(error)}`;
      await run.hold.keep(id, { state: 'rollback_failed', detail });
      left.push(id);
      continue;
    }
    await run.hold.keep(id, { state: 'rolled_back', detail: `${why}: taken back` });
    takenBack.push(id);
  }
  return { takenBack, left };
}
