/** A clock that stands still until it is moved. */
export interface ManualClock {
  readonly now: () => number;
  advance(milliseconds: number): void;
}

export function createManualClock(): ManualClock {
  let time = 1_000_000;
  return { now: () => time, advance: (milliseconds) => void (time += milliseconds) };
}
