import { ERAS, type Era } from '@errata/core';

const REVISIONS: readonly Era[] = ERAS.filter((era) => era !== 'jsonrpc');

/** `every era`, `jsonrpc, 2024-11-05 to 2025-11-25`: a run of revisions is told by its ends. */
export function eraLabel(eras: readonly Era[]): string {
  if (ERAS.every((era) => eras.includes(era))) return 'every era';
  if (eras.length > 1 && sameEras(eras, REVISIONS)) return 'every MCP revision';
  const runs: Era[][] = [];
  for (const era of REVISIONS.filter((one) => eras.includes(one))) {
    const run = runs.at(-1);
    if (run !== undefined && REVISIONS.indexOf(era) === REVISIONS.indexOf(run.at(-1)!) + 1) {
      run.push(era);
    } else runs.push([era]);
  }
  const labels = runs.map((run) =>
    run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '),
  );
  return [...(eras.includes('jsonrpc') ? ['jsonrpc'] : []), ...labels].join(', ');
}

function sameEras(a: readonly Era[], b: readonly Era[]): boolean {
  return a.length === b.length && b.every((era) => a.includes(era));
}

/** Eras for which the same is said, in the order of their first. */
export function groupEras<T>(
  eras: readonly Era[],
  say: (era: Era) => T,
  key: (said: T) => string,
): readonly { readonly eras: readonly Era[]; readonly said: T }[] {
  const groups = new Map<string, { eras: Era[]; said: T }>();
  for (const era of eras) {
    const said = say(era);
    const group = groups.get(key(said));
    if (group === undefined) groups.set(key(said), { eras: [era], said });
    else group.eras.push(era);
  }
  return [...groups.values()];
}
