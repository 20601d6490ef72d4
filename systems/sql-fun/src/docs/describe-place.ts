import type { Era } from '@errata/core/era';
import type { Cell } from '@errata/prove';

const TRANSPORTS = ['stdio', 'tcp'] as const;
const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28'];

type Impossible = (cell: Cell) => string | undefined;

/** Where a cause can be met, if not everywhere; of one that never can be, why. */
export function describePlace(impossible: Impossible = () => undefined): string {
  const cells = TRANSPORTS.flatMap((transport) => ERAS.map((era) => ({ transport, era })));
  const met = cells.filter((cell) => impossible(cell) === undefined);
  if (met.length === 0) return `nowhere: ${impossible(cells[0]!)}`;
  const transports = new Set(met.map(({ transport }) => transport));
  const eras = new Set(met.map(({ era }) => era));
  return [
    transports.size > 1 ? [] : transports.has('tcp') ? ['TCP'] : ['the proxy'],
    eras.size > 1 ? [] : eras.has('2026-07-28') ? ['2026-07-28'] : ['up to 2025-11-25'],
  ]
    .flat()
    .join(', ');
}
