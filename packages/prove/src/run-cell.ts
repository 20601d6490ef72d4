import { clipText, Fault, oneLine } from '@errata/core/fault';
import { findUndeclared, judgeAnswer } from './judge/index.js';
import type { MissingField, Result, Unclosed, Undeclared } from './proof.js';
import { settle, type Patience } from './settle.js';
import type { Cell, Provocation, System, World } from './system.js';
import type { Answer } from './wire/index.js';

export interface CellOptions extends Patience {
  /** Milliseconds for a world to open, and to close. */
  readonly openTimeout: number;
  readonly onResult: (result: Result) => void;
}

/** What one world has shown. */
export interface CellReport {
  readonly results: readonly Result[];
  readonly missingFields: readonly MissingField[];
  readonly undeclared: readonly Undeclared[];
  readonly unclosed: readonly Unclosed[];
}

/** Open a world, provoke one failure after the other, close the world whatever happened, and look at all that it sent. */
export async function runCell<W extends World>(
  system: System<W>,
  cell: Cell,
  provocations: readonly Provocation<W>[],
  options: CellOptions,
): Promise<CellReport> {
  const isStopped = (): boolean => options.signal?.aborted === true;
  const results: Result[] = [];
  const missingFields: MissingField[] = [];
  const heard: Answer[] = [];
  const note = (provocation: Provocation<W>, told: Partial<Result>): void => {
    const result = { ...blankResult(system, cell, provocation), ...told };
    results.push(result);
    options.onResult(result);
  };

  const attempt = async (world: W, provocation: Provocation<W>): Promise<void> => {
    try {
      const answer = await settle(() => provocation.provoke(world, cell), options);
      heard.push(answer);
      const verdict = judgeAnswer(answer, provocation, system.contract, cell.era);
      if (!verdict.provoked) return note(provocation, { why: verdict.why });
      const { reason, variant } = provocation;
      for (const field of verdict.missing) {
        missingFields.push({ reason, ...(variant !== undefined && { variant }), ...cell, field });
      }
      note(provocation, { outcome: 'provoked', code: verdict.code, why: provocation.cause });
    } catch (thrown) {
      if (!isStopped()) note(provocation, { why: sentenceOf(thrown) });
    }
  };

  const isPossible = (provocation: Provocation<W>): boolean => {
    try {
      const why = provocation.impossible?.(cell);
      if (why !== undefined) note(provocation, { outcome: 'impossible', why });
      return why === undefined;
    } catch (thrown) {
      note(provocation, { why: sentenceOf(thrown) });
      return false;
    }
  };

  const report = { results, missingFields, undeclared: [], unclosed: [] };
  if (isStopped()) return report;
  const todo = provocations.filter(isPossible);
  // No world is opened in which nothing can happen.
  if (todo.length === 0) return report;

  let world: W;
  try {
    world = await open(system, cell, options);
  } catch (thrown) {
    if (isStopped()) return report;
    const why = `the world did not open: ${sentenceOf(thrown)}`;
    for (const provocation of todo) note(provocation, { why });
    return report;
  }
  for (const provocation of todo) {
    if (isStopped()) break;
    await attempt(world, provocation);
  }
  const unclosed = await close(world, cell, options.openTimeout);
  return { ...report, undeclared: lookOver(system, cell, world, heard), unclosed };
}

async function open<W extends World>(
  system: System<W>,
  cell: Cell,
  { openTimeout, signal }: CellOptions,
): Promise<W> {
  const opening = Promise.resolve().then(() => system.open(cell));
  try {
    return await settle(() => opening, { timeout: openTimeout, ...(signal && { signal }) });
  } catch (thrown) {
    // It may still come to life, and then nobody else would end it.
    const closing = opening.then((world) => world.close());
    await settle(() => closing, { timeout: openTimeout }).catch(() => undefined);
    throw thrown;
  }
}

async function close(world: World, cell: Cell, timeout: number): Promise<readonly Unclosed[]> {
  try {
    await settle(() => world.close(), { timeout });
    return [];
  } catch (thrown) {
    return [{ ...cell, why: sentenceOf(thrown) }];
  }
}

function lookOver<W extends World>(
  { contract }: System<W>,
  cell: Cell,
  world: W,
  heard: readonly Answer[],
): readonly Undeclared[] {
  // A wire of another revision was opened on purpose, and is judged by its own.
  const logged = [...(world.wires ?? [])].flatMap(({ answers, era }) =>
    answers.map((answer) => ({ answer, era })),
  );
  const known = new Set(logged.map(({ answer }) => answer));
  const rest = heard.filter((answer) => !known.has(answer));
  const all = [...logged, ...rest.map((answer) => ({ answer, era: cell.era }))];
  return all.flatMap(({ answer, era }) =>
    findUndeclared(answer, contract, era).map((stray) => ({ ...cell, era, ...stray })),
  );
}

function blankResult<W extends World>(
  { contract }: System<W>,
  cell: Cell,
  { reason, variant }: Provocation<W>,
): Result {
  const definition = contract.catalog.definition(reason)!;
  return {
    reason,
    ...(variant !== undefined && { variant }),
    code: contract.number(new Fault(definition, {}), cell.era),
    ...cell,
    outcome: 'missed',
    why: '',
  };
}

function sentenceOf(thrown: unknown): string {
  const text = thrown instanceof Error ? chainOf(thrown) : String(thrown);
  return clipText(oneLine(text), 400);
}

function chainOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
