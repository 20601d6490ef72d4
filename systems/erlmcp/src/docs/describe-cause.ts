import type { Era } from '@errata/core';
import type { Cell } from '@errata/prove';
import type { Provoke } from '../provocations/provoke.js';

const TRANSPORTS: readonly Cell['transport'][] = ['stdio', 'http', 'tcp'];

/** One cause of a failure, and the revisions that have it where not all do. */
export function describeCause({ cause, impossible }: Provoke): string {
  const happens = (era: Era) =>
    TRANSPORTS.some((transport) => impossible?.({ transport, era }) === undefined);
  if (!happens('2026-07-28')) return `${cause} (up to 2025-11-25)`;
  return happens('2025-11-25') ? cause : `${cause} (2026-07-28)`;
}
