import process from 'node:process';
import { isSuspect, toFailure } from './failure.js';
import type { Done, Order, Report } from './messages.js';
import { watchParent } from './watch-parent.js';
import type { RunWork } from './work.js';

/** Be a worker: take orders from the process that started this one, until it goes. */
export async function serveWork(
  run: RunWork,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const leave = (): never => process.exit(0);
  if (!process.connected) leave();
  process.once('disconnect', leave);
  // Ctrl-C is for the daemon, which lets us finish.
  process.on('SIGINT', () => undefined);
  watchParent(process.ppid);
  await prepare();
  process.on('message', (order: Order) => {
    void perform(order, run).then((done) => tell(done, order.id));
  });
  tell({ kind: 'ready' });
}

async function perform({ id, work }: Order, run: RunWork): Promise<Done> {
  try {
    const result = await run(work, (kind) => tell({ kind, id }));
    return { kind: 'done', id, result, spent: false, rss: process.memoryUsage.rss() };
  } catch (thrown) {
    return failed(id, thrown);
  }
}

function failed(id: number, thrown: unknown): Done {
  const rss = process.memoryUsage.rss();
  return { kind: 'done', id, failure: toFailure(thrown), spent: isSuspect(thrown), rss };
}

function tell(report: Report, id = 0): void {
  try {
    process.send?.(report);
  } catch (thrown) {
    process.send?.(failed(id, thrown)); // the result has no JSON form
  }
}
