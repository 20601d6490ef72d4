import type { Report } from '../run/results.js';

/** 2: a server could not be judged; 1: there is something to mend; 0: clean. */
export function exitCodeOf(
  report: Report,
  { strict = false }: { strict?: boolean } = {},
): 0 | 1 | 2 {
  if (report.targets.some(({ unreachable }) => unreachable !== undefined)) return 2;
  const bad = report.targets.some(
    ({ eras, contract }) =>
      (contract?.findings.length ?? 0) > 0 ||
      eras.some(({ results }) =>
        results.some(({ verdict }) => verdict === 'fail' || (strict && verdict === 'warn')),
      ),
  );
  return bad || report.stale.length > 0 ? 1 : 0;
}
