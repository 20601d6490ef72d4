import type { Era } from '@errata/core';
import { provocationName } from './define-system.js';
import type { FormResult, Proof, Result, Undeclared } from './proof.js';
import { runCell, type CellReport } from './run-cell.js';
import { createFormStep, createProvocationStep } from './step.js';
import type { Cell, Provocation, ResultForm, System, ToolFailureForm, World } from './system.js';

/** One more result, and how far it has come. */
export interface ProofProgress {
  readonly result: Result | FormResult;
  readonly done: number;
  readonly total: number;
}

export interface ProveOptions {
  /** Only these of the system's transports. */
  readonly transports?: readonly string[];
  readonly eras?: readonly Era[];
  /** Only these; result forms only if they are named too. */
  readonly reasons?: readonly string[];
  /** Only these result forms; reasons only if they are named too. */
  readonly forms?: readonly string[];
  /** Start the servers with this form of tool failures; default: the form that they have by themselves. */
  readonly toolFailures?: ToolFailureForm;
  readonly onProgress?: (progress: ProofProgress) => void;
  /** Stops the proof: cells that were not tried are left out, and every world is closed. */
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
  const { toolFailures } = options;
  select('form of tool failures', system.toolFailures ?? [], toolFailures && [toolFailures]);
  const form = toolFailures === undefined ? {} : { toolFailures };
  const cells = transports.flatMap((transport) => eras.map((era) => ({ transport, era, ...form })));
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
  const plan = {
    ...{ system: system.name, transports, eras, ...form },
    ...{ reasons, provocations, forms, total },
  };
  return sumUp(reports, plan);
}

function select<T extends string>(
  what: string,
  all: readonly T[],
  wanted: readonly T[] | undefined,
): readonly T[] {
  const strange = wanted?.find((each) => !all.includes(each));
  if (strange !== undefined) {
    const known = all.length > 0 ? `: choose ${all.join(', ')}` : '';
    throw new TypeError(`unknown ${what} ${strange}${known}`);
  }
  return wanted === undefined ? all : all.filter((each) => wanted.includes(each));
}

/** What was to be seen, and where. */
interface Plan extends Pick<Proof, 'system' | 'transports' | 'eras' | 'toolFailures'> {
  readonly reasons: readonly string[];
  readonly provocations: readonly Provocation<never>[];
  readonly forms: readonly ResultForm<never>[];
  /** How many results there are when everything was tried. */
  readonly total: number;
}

/** The proof that the reports of all cells make together. */
function sumUp(reports: readonly CellReport[], plan: Plan): Proof {
  const { system, transports, eras, reasons, provocations, total } = plan;
  const results = inOrder(
    join(reports, 'results'),
    provocations.map(provocationName),
    provocationName,
  );
  const names = plan.forms.map(({ name }) => name);
  const forms = inOrder(join(reports, 'forms'), names, ({ name }) => name);
  const provoked = new Set(
    results.filter(({ outcome }) => outcome === 'provoked').map(({ reason }) => reason),
  );
  const shown = new Set(forms.filter(({ outcome }) => outcome === 'shown').map(({ name }) => name));
  const undeclared = distinct(join(reports, 'undeclared'));
  const missingFields = join(reports, 'missingFields');
  const unclosed = join(reports, 'unclosed');
  const flaws = [undeclared, missingFields, unclosed].some((list) => list.length > 0);
  const missed = [...results, ...forms].some(({ outcome }) => outcome === 'missed');
  const done = results.length + forms.length;
  const all = provoked.size === reasons.length && shown.size === names.length;
  return {
    system,
    declared: reasons.length,
    provoked: provoked.size,
    results,
    formsDeclared: names.length,
    formsShown: shown.size,
    forms,
    undeclared,
    missingFields,
    unclosed,
    transports,
    eras,
    ...(plan.toolFailures && { toolFailures: plan.toolFailures }),
    ...(done < total && { stopped: { done, total } }),
    complete: done === total && !flaws && !missed && all,
  };
}

function inOrder<T>(list: T[], names: readonly string[], nameOf: (item: T) => string): T[] {
  return list.sort((a, b) => names.indexOf(nameOf(a)) - names.indexOf(nameOf(b)));
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
