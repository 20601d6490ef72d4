import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { toPortable, causeChain } from '@errata/core/internal';
import { isFault } from '@errata/core';
import type { Done, OnLoading, Order, Report, Work } from './work.js';

/** Does the work, in the worker. */
export type RunWork = (work: Work, onLoading: OnLoading) => unknown;

/** Be a worker: take orders from the process that started this one, until it goes. */
export async function serveWork(run: RunWork, prepare?: () => Promise<unknown>): Promise<void> {
  const leave = (): never => process.exit(0);
  if (!process.connected) leave();
  process.once('disconnect', leave);
  // Ctrl-C is for the daemon, which lets us finish.
  process.on('SIGINT', () => undefined);
  watchParent(process.ppid);
  await prepare?.();
  process.on('message', (order: Order) => void perform(order, run));
  tell({ kind: 'ready' });
}

async function perform({ id, work }: Order, run: RunWork): Promise<void> {
  const begun = performance.now();
  const done = (outcome: Pick<Done, 'result' | 'failure' | 'spent'>) => {
    // The system takes longer to tell than some queries do, and short work takes little memory.
    const isDue = id % 20 === 0 || performance.now() - begun > 20;
    tell({ kind: 'done', id, ...outcome, rss: isDue ? process.memoryUsage.rss() : 0 });
  };
  try {
    const result = await run(work, (kind) => tell({ kind, id }));
    done({ result, spent: false });
  } catch (thrown) {
    // It may also be a result that has no JSON form.
    // Methods only look, so nothing was changed.
    const failure = { ...toPortable(thrown, sqlFunContract), effect: 'none' as const };
    done({ failure, spent: isSuspect(thrown) });
  }
}

/** Whether nobody can say in which state it left the process: everything undeclared, and what broke the parser. */
export function isSuspect(thrown: unknown): boolean {
  const chain = causeChain(thrown);
  return !chain.some(isFault) || chain.some(isTrap);
}

/** What WebAssembly and the stack throw at their limits, also where it became the cause of a declared failure. */
const isTrap = (thrown: unknown): boolean =>
  thrown instanceof Error && /^(Range|Runtime)Error$/.test(thrown.name);

const tell = (report: Report): unknown => process.send?.(report);

// A thread, because a process that is busy does not hear that its channel was closed.
const WATCH = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, 250);
`;

/** End this process when its parent is gone, whatever it is doing. */
function watchParent(parent: number): void {
  const thread = new Worker(WATCH, {
    eval: true,
    workerData: parent,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}
