import { clipText, oneLine } from '@errata/core/internal';
import { findUndeclared } from './judge/find-undeclared.js';
import type { FormResult, MissingField, Result, Unclosed, Undeclared } from './proof.js';
import type { StepResult, Step } from './step.js';
import type { Cell, System, World } from './system.js';
import type { Answer } from './wire/wire.js';

interface CellOptions extends Patience {
  /** Milliseconds for a world to open, and to close. */
  readonly openTimeout: number;
  readonly onResult: (result: Result | FormResult) => void;
}

/** What one world has shown. */
export interface CellReport {
  readonly results: readonly Result[];
  readonly forms: readonly FormResult[];
  readonly missingFields: readonly MissingField[];
  readonly undeclared: readonly Undeclared[];
  readonly unclosed: readonly Unclosed[];
}

/** Open a world, do the steps of each lane one after the other and the lanes side by side, close the world whatever happened, and look at all that it sent. */
export async function runCell<W extends World>(
  system: System<W>,
  cell: Cell,
  steps: readonly Step<W>[],
  options: CellOptions,
): Promise<CellReport> {
  const isStopped = (): boolean => options.signal?.aborted === true;
  const found = new Map<Step<W>, StepResult>();
  const answers: Answer[] = [];
  const note = (step: Step<W>, finding: StepResult): void => {
    found.set(step, finding);
    options.onResult(finding.result);
  };

  const attempt = async (world: W, step: Step<W>): Promise<void> => {
    try {
      const answer = await settle(() => step.act(world), options);
      answers.push(answer);
      note(step, step.judge(answer));
    } catch (thrown) {
      if (!isStopped()) note(step, step.unanswered('missed', sentenceOf(thrown)));
    }
  };

  const isPossible = (step: Step<W>): boolean => {
    try {
      const why = step.impossible();
      if (why !== undefined) note(step, step.unanswered('impossible', why));
      return why === undefined;
    } catch (thrown) {
      note(step, step.unanswered('missed', sentenceOf(thrown)));
      return false;
    }
  };

  /** In the order of the steps, whatever ended first. */
  const report = (): CellReport => {
    const findings = steps.flatMap((step) => found.get(step) ?? []);
    const all = findings.map(({ result }) => result);
    return {
      results: all.filter((result): result is Result => 'reason' in result),
      forms: all.filter((result): result is FormResult => !('reason' in result)),
      missingFields: findings.flatMap(({ missingFields = [] }) => missingFields),
      ...{ undeclared: [], unclosed: [] },
    };
  };
  if (isStopped()) return report();
  const todo = steps.filter(isPossible);
  // No world is opened in which nothing can happen.
  if (todo.length === 0) return report();

  let world: W;
  try {
    world = await open(system, cell, options);
  } catch (thrown) {
    if (isStopped()) return report();
    const why = `the world did not open: ${sentenceOf(thrown)}`;
    for (const step of todo) note(step, step.unanswered('missed', why));
    return report();
  }
  await Promise.all(
    [...new Set(todo.map(({ lane }) => lane))].map(async (lane) => {
      for (const step of todo.filter((each) => each.lane === lane)) {
        if (isStopped()) break;
        await attempt(world, step);
      }
    }),
  );
  const unclosed = await close(world, cell, options.openTimeout);
  return { ...report(), undeclared: lookOver(system, cell, world, answers), unclosed };
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
    // It may still open, and then it has to be closed.
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
  { contract, isResult }: System<W>,
  cell: Cell,
  world: W,
  received: readonly Answer[],
): readonly Undeclared[] {
  // A wire of another revision was opened on purpose, and is judged by its own.
  const logged = [...(world.wires ?? [])].flatMap(({ answers, era }) =>
    answers.map((answer) => ({ answer, era })),
  );
  const known = new Set(logged.map(({ answer }) => answer));
  const rest = received.filter((answer) => !known.has(answer));
  const all = [...logged, ...rest.map((answer) => ({ answer, era: cell.era }))];
  return all.flatMap(({ answer, era }) =>
    findUndeclared(answer, contract, era, isResult).map((stray) => ({ ...cell, era, ...stray })),
  );
}

function sentenceOf(thrown: unknown): string {
  const text = thrown instanceof Error ? chainOf(thrown) : String(thrown);
  return clipText(oneLine(text), 400);
}

function chainOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** How long to wait, and what ends the wait. */
interface Patience {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** The outcome of some work, or an error when the time is over or the signal aborts. The work itself is not stopped. */
function settle<T>(work: () => Promise<T>, { timeout, signal }: Patience): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    const fail = (thrown: unknown): void => {
      end();
      reject(thrown as Error);
    };
    const stop = (): void => fail(new Error('it was stopped'));
    const timer = setTimeout(
      () => fail(new Error(`it was not done within ${timeout} ms`)),
      timeout,
    );
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop);
    // A promise first, so that what throws at once rejects as well.
    Promise.resolve()
      .then(work)
      .then((value) => {
        end();
        resolve(value);
      }, fail);
  });
}
