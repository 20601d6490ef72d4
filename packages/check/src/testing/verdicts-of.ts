import type { Case } from '../case.js';
import type { Breakage } from './breakage.js';
import { checkSample, resultsOf } from './check-sample.js';

/** What each of some cases comes to on a server of its own making, as `verdict` or `verdict: why`. */
export async function verdictsOf(
  server: Omit<Breakage, 'id'>,
  cases: readonly Case[],
): Promise<Readonly<Record<string, string>>> {
  const report = await checkSample(server, { ...server, id: 'of a test' }, { cases });
  return Object.fromEntries(
    resultsOf(report).map(({ id, verdict, why }) => [
      id,
      why === undefined ? verdict : `${verdict}: ${why}`,
    ]),
  );
}
