import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { isSuspect, toFailure } from './failure.js';
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
  const done = (outcome: Pick<Done, 'result' | 'failure' | 'spent'>) =>
    tell({ kind: 'done', id, ...outcome, rss: process.memoryUsage.rss() });
  try {
    const result = await run(work, (kind) => tell({ kind, id }));
    done({ result, spent: false });
  } catch (thrown) {
    // It may also be a result that has no JSON form.
    done({ failure: toFailure(thrown), spent: isSuspect(thrown) });
  }
}

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
