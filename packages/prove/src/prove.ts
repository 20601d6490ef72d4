import type { Era } from '@errata/core/era';
import { inTurns } from './in-turns.js';
import type { FormResult, Proof, Result } from './proof.js';
import { runCell } from './run-cell.js';
import { createFormStep, createProvocationStep } from './step.js';
import { sumUp } from './sum-up.js';
import type { Cell, System, World } from './system.js';

/** One more result, and how far it has come. */
export interface Progress {
  readonly result: Result | FormResult;
  readonly done: number;
  readonly total: number;
}

export interface ProveOptions {
  /** Only these of the system's transports. */
  readonly transports?: readonly string[];
  readonly eras?: readonly Era[];
  /** Only these; result forms only where they are named too. */
  readonly reasons?: readonly string[];
  /** Only these result forms; reasons only where they are named too. */
  readonly forms?: readonly string[];
  readonly onProgress?: (progress: Progress) => void;
  /** Stops it: nothing is said about what has not been tried yet, and every world is closed. */
  readonly signal?: AbortSignal;
  /** How many worlds are open at a time (default: 2). */
  readonly concurrency?: number;
  /** Milliseconds for one provocation or result form (default: three minutes, more than one reply may take). */
  readonly timeout?: number;
  /** Milliseconds for a world to open, and to close (default: 120 s). */
  readonly openTimeout?: number;
}

/** Provoke every declared failure of a system in every transport and era, have every declared result shown, and compare what it sends with its contract. */
export async function prove<W extends World>(
  system: System<W>,
  options: ProveOptions = {},
): Promise<Proof> {
  const transports = select('transport', system.transports, options.transports);
  const eras = select('era', system.eras, options.eras);
  const declared = system.contract.catalog.definitions.map(({ reason }) => reason);
  const reasons = select('reason', declared, options.reasons ?? (options.forms && []));
  const results = system.results ?? [];
  const named = results.map(({ name }) => name);
  const names = select('form', named, options.forms ?? (options.reasons && []));
  const provocations = system.provocations.filter(({ reason }) => reasons.includes(reason));
  const forms = results.filter(({ name }) => names.includes(name));
  const cells = transports.flatMap((transport) => eras.map((era) => ({ transport, era })));
  const total = cells.length * (provocations.length + forms.length);
  let done = 0;
  const reports = await inTurns(cells, options.concurrency ?? 2, (cell: Cell) => {
    const steps = [
      ...provocations.map((provocation) => createProvocationStep(system, cell, provocation)),
      ...forms.map((form) => createFormStep(system, cell, form)),
    ];
    return runCell(system, cell, steps, {
      timeout: options.timeout ?? 180_000,
      openTimeout: options.openTimeout ?? 120_000,
      ...(options.signal && { signal: options.signal }),
      onResult: (result) => options.onProgress?.({ result, done: ++done, total }),
    });
  });
  const plan = { system: system.name, transports, eras, reasons, provocations, forms, total };
  return sumUp(reports, plan);
}

function select<T extends string>(
  what: string,
  all: readonly T[],
  wanted: readonly T[] | undefined,
): readonly T[] {
  const strange = wanted?.find((each) => !all.includes(each));
  if (strange !== undefined) {
    const known = all.length > 0 ? `, only ${all.join(', ')}` : '';
    throw new TypeError(`there is no ${what} ${strange}${known}`);
  }
  return wanted === undefined ? all : all.filter((each) => wanted.includes(each));
}
