import type { Era } from '@errata/core/era';
import { provocationName } from './define-system.js';
import type { Proof, Result, Undeclared } from './proof.js';
import { runCell, type CellReport } from './run-cell.js';
import type { Cell, System, World } from './system.js';

/** One more result, and how far it has come. */
export interface Progress {
  readonly result: Result;
  readonly done: number;
  readonly total: number;
}

export interface ProveOptions {
  /** Only these of the system's transports. */
  readonly transports?: readonly string[];
  readonly eras?: readonly Era[];
  readonly reasons?: readonly string[];
  readonly onProgress?: (progress: Progress) => void;
  /** Stops it: nothing is said about what has not been provoked yet, and every world is closed. */
  readonly signal?: AbortSignal;
  /** How many worlds are open at a time; 2 unless told. */
  readonly concurrency?: number;
  /** Milliseconds for one provocation; 60 s unless told. */
  readonly timeout?: number;
  /** Milliseconds for a world to open, and to close; 120 s unless told. */
  readonly openTimeout?: number;
}

/** Provoke every declared failure of a system in every transport and era, and compare what it sends with its contract. */
export async function prove<W extends World>(
  system: System<W>,
  options: ProveOptions = {},
): Promise<Proof> {
  const { contract } = system;
  const transports = select('transport', system.transports, options.transports);
  const eras = select('era', system.eras, options.eras);
  const declared = contract.catalog.definitions.map(({ reason }) => reason);
  const reasons = select('reason', declared, options.reasons);
  const provocations = system.provocations.filter(({ reason }) => reasons.includes(reason));
  const cells = transports.flatMap((transport) => eras.map((era) => ({ transport, era })));
  const total = cells.length * provocations.length;
  let done = 0;
  const reports = await inTurns(cells, options.concurrency ?? 2, (cell: Cell) =>
    runCell(system, cell, provocations, {
      timeout: options.timeout ?? 60_000,
      openTimeout: options.openTimeout ?? 120_000,
      ...(options.signal && { signal: options.signal }),
      onResult: (result) => options.onProgress?.({ result, done: ++done, total }),
    }),
  );
  const names = provocations.map(provocationName);
  const results = join(reports, 'results').sort(
    (a, b) => names.indexOf(provocationName(a)) - names.indexOf(provocationName(b)),
  );
  const provoked = new Set(
    results.filter(({ outcome }) => outcome === 'provoked').map(({ reason }) => reason),
  );
  const undeclared = distinct(join(reports, 'undeclared'));
  const missingFields = join(reports, 'missingFields');
  const unclosed = join(reports, 'unclosed');
  const flaws = [undeclared, missingFields, unclosed].some((list) => list.length > 0);
  const missed = results.some(({ outcome }) => outcome === 'missed');
  const stopped = results.length < total;
  return {
    system: system.name,
    declared: reasons.length,
    provoked: provoked.size,
    results,
    undeclared,
    missingFields,
    unclosed,
    transports,
    eras,
    ...(stopped && { stopped: { done: results.length, total } }),
    complete: !stopped && !flaws && !missed && provoked.size === reasons.length,
  };
}

function select<T extends string>(
  what: string,
  all: readonly T[],
  wanted: readonly T[] | undefined,
): readonly T[] {
  const strange = wanted?.find((each) => !all.includes(each));
  if (strange !== undefined) {
    throw new TypeError(`there is no ${what} ${strange}, only ${all.join(', ')}`);
  }
  return wanted === undefined ? all : all.filter((each) => wanted.includes(each));
}

/** Work on a list, some at a time; the outcomes are in the order of the list. */
async function inTurns<T, R>(
  list: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const outcomes: R[] = [];
  const queue = list.entries();
  const take = async (): Promise<void> => {
    for (const [index, item] of queue) outcomes[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, take));
  return outcomes;
}

function join<K extends keyof CellReport>(
  reports: readonly CellReport[],
  key: K,
): CellReport[K][number][] {
  return reports.flatMap((report) => report[key] as CellReport[K][number][]);
}

/** A stray failure may come a hundred times; once is enough to know. */
function distinct(list: readonly Undeclared[]): readonly Undeclared[] {
  return [...new Map(list.map((each) => [JSON.stringify(each), each])).values()];
}
