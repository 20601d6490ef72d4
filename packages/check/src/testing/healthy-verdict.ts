import { CASES } from '../cases/cases.js';
import type { Verdict } from '../run/results.js';
import type { Breakage } from './breakage.js';
import { checkSample, resultsOf } from './check-sample.js';
import { VirtualClock } from './virtual-clock.js';

/** What the case of a breakage comes to on a server that offers the same and is not broken. */
export async function healthyVerdict(broken: Breakage): Promise<Verdict | undefined> {
  const { offer } = broken.breaks({ clock: new VirtualClock(), secrets: [] });
  const healthy: Breakage = { ...broken, breaks: () => ({ ...(offer && { offer }) }) };
  const cases = CASES.filter(({ id }) => id === broken.id);
  const [result] = resultsOf(await checkSample(broken, healthy, { cases }));
  return result?.verdict;
}
