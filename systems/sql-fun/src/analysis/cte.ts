import type { Rows } from './rows.js';

/** A query of a WITH clause. */
export interface Cte {
  readonly name: string;
  /** Its columns for the query whose scope is told; what is wrong with using it there is reported. */
  rows(location: number | undefined, user: object): Rows;
}

/** The queries of WITH clauses that can be used, the nearest first. */
export interface Ctes {
  readonly cte: Cte;
  readonly next: Ctes | undefined;
}

export function findCte(ctes: Ctes | undefined, name: string): Cte | undefined {
  for (let at = ctes; at !== undefined; at = at.next) if (at.cte.name === name) return at.cte;
  return undefined;
}
