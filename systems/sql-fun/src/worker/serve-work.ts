import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { toPortable, causeChain, type PortableFault } from '@errata/core/internal';
import { isFault } from '@errata/core';

/** Who asks. */
export const CLIENT_CONTEXTS = ['cli', 'lsp', 'mcp'] as const;

export type ClientContext = (typeof CLIENT_CONTEXTS)[number];

/** One call of a method, with all that a worker has to know about it. Plain data: it goes to another process. */
export interface MethodWork {
  readonly method: string;
  readonly params: unknown;
  readonly project: string;
  /** The id of the selected schema (default: the default of the project). */
  readonly schema?: string;
  /** In `mcp`, only what the project exposes is seen. */
  readonly context: ClientContext;
}

/** Says that a schema is being loaded, which has a limit of its own. */
export type OnLoading = (state: 'loading' | 'loaded') => void;

/** From the worker: it can begin, it loads a schema or has loaded it, or the work is done. */
export type WorkerMessage =
  { readonly kind: 'ready' } | { readonly kind: 'loading' | 'loaded' } | Done;

export interface Done {
  readonly kind: 'done';
  readonly result?: unknown;
  readonly failure?: PortableFault;
  /** The failure may have damaged the process: it gets no more work. */
  readonly spent: boolean;
  /** Bytes of memory that the process has; 0 where it did not look. */
  readonly rss: number;
}

export type RunWork = (work: MethodWork, onLoading: OnLoading) => unknown;

/** Be a worker: take orders from the process that started this one, until it goes. */
export async function serveWork(run: RunWork, prepare?: () => Promise<unknown>): Promise<void> {
  const leave = (): never => process.exit(0);
  if (!process.connected) leave();
  process.once('disconnect', leave);
  // Ctrl-C is for the daemon, which lets us finish.
  process.on('SIGINT', () => undefined);
  watchParent(process.ppid);
  await prepare?.();
  let count = 0;
  // The next work may come before the last is done; it waits here.
  let last = Promise.resolve();
  process.on('message', (work: MethodWork) => {
    last = last.then(() => perform(work, run, ++count % 20 === 0));
  });
  tell({ kind: 'ready' });
}

/** `looks`: at its memory, afterwards. Asking takes longer than some queries do, and short work takes little memory. */
async function perform(work: MethodWork, run: RunWork, looks: boolean): Promise<void> {
  const begun = performance.now();
  const done = (outcome: Pick<Done, 'result' | 'failure' | 'spent'>) => {
    const isDue = looks || performance.now() - begun > 20;
    tell({ kind: 'done', ...outcome, rss: isDue ? process.memoryUsage.rss() : 0 });
  };
  try {
    const result = await run(work, (kind) => tell({ kind }));
    done({ result, spent: false });
  } catch (thrown) {
    // It may also be a result that has no JSON form.
    // Methods only look, so nothing was changed.
    const failure = { ...toPortable(thrown, sqlFunContract), effect: 'none' as const };
    done({ failure, spent: isSuspect(thrown) });
  }
}

/** Whether it may have damaged the process: everything undeclared, and what broke the parser. */
export function isSuspect(thrown: unknown): boolean {
  const chain = causeChain(thrown);
  return !chain.some(isFault) || chain.some(isTrap);
}

/** What WebAssembly and the stack throw at their limits, also if it became the cause of a declared failure. */
const isTrap = (thrown: unknown): boolean =>
  thrown instanceof Error && /^(Range|Runtime)Error$/.test(thrown.name);

const tell = (report: WorkerMessage): unknown => process.send?.(report);

// A thread, because a process that is busy does not hear that its channel was closed.
const WATCH = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, 250);
`;

function watchParent(parent: number): void {
  const thread = new Worker(WATCH, {
    eval: true,
    workerData: parent,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}
