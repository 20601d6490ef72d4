import { kept, notObserved, violated, type Outcome } from '../../case.js';
import type { Probe } from '../../probe.js';
import { beginningOf } from '../beginning.js';

/** Judge the result with which the run began, by what is wrong with it. */
export function judgeBeginning(
  probe: Probe,
  flawOf: (result: Readonly<Record<string, unknown>>) => string | undefined,
): Outcome {
  const beginning = beginningOf(probe);
  if (beginning === undefined) return notObserved('there was no result');
  const flaw = flawOf(beginning.result);
  return flaw === undefined ? kept : violated(flaw, beginning.exchange);
}
