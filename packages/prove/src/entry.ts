import { provocationName } from './define-system.js';
import type { FormOutcome, Outcome, Proof } from './proof.js';
import type { Cell } from './system.js';

/** A failure or a declared result in one cell, as people are told of it. */
export interface Entry extends Cell {
  readonly name: string;
  /** What has to be seen in at least one cell: a reason, or a result form. */
  readonly subject: string;
  /** Results have no number. */
  readonly code?: number;
  readonly outcome: Outcome | FormOutcome;
  readonly why: string;
}

/** All that a proof tells, failures first. */
export function entriesOf({ results, forms }: Proof): readonly Entry[] {
  return [
    ...results.map((each) => ({ ...each, name: provocationName(each), subject: each.reason })),
    ...forms.map((each) => ({ ...each, subject: each.name })),
  ];
}

/** `stdio 2025-11-25` */
export function cellName({ transport, era }: Cell): string {
  return `${transport} ${era}`;
}
