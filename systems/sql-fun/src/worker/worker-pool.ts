import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import { fromPortable } from '@errata/core/internal';
import type { Fault } from '@errata/core';
import { cacheFolder } from '../databases/store.js';
import type { Work } from './work.js';
import { createBackOff, startWorker, type Death, type WorkerProcess } from './worker-process.js';

/** After so many processes that did not come up, one after the other, nothing waits for the next. */
const MOST_FAILURES = 3;

const defaults = () => ({
  /** How many processes there may be at a time. */
  size: 2,
  /** Milliseconds that one piece of work may take. */
  deadline: 10_000,
  /** Milliseconds that loading a schema may take, beside the work. */
  loadLimit: 60_000,
  /** How much work may wait. */
  maxQueue: 1000,
  /** The path of the worker's program. */
  program: fileURLToPath(new URL('./main.js', import.meta.url)),
  /** Where databases are kept. */
  cache: cacheFolder(process.env),
  /** Megabytes that the JavaScript of a process may take. */
  heap: 512,
  /** Megabytes of memory, the parser's included, above which a process is replaced after its reply. */
  maxRss: 1024,
  /** Milliseconds that a process gets to come up. */
  startLimit: 30_000,
  /** Milliseconds that cancelled work may go on before its process is stopped. */
  grace: 1000,
});

export type PoolOptions = Readonly<Partial<ReturnType<typeof defaults>>>;

export interface RunOptions {
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal;
  /** Who asks: one who asks for much does not make the others wait for all of it. */
  readonly client?: object;
}

/** Work that somebody waits for. It is settled once; what comes later is dropped. */
interface Job {
  readonly work: Work;
  readonly client: object;
  resolve(result: unknown): void;
  reject(thrown: unknown): void;
  /** Called when nobody waits any more. */
  onCancelled: () => void;
}

const MEGABYTE = 1024 * 1024;

/** Whoever does not say who asks. */
const NOBODY = {};

/** Processes that do work, each one piece at a time. They are started when they are needed. */
export function createWorkerPool(options: PoolOptions = {}) {
  const settings = { ...defaults(), ...options };
  const backOff = createBackOff(() => performance.now());
  const all = new Set<WorkerProcess>();
  const idle: WorkerProcess[] = [];
  const waiting: Job[] = [];
  /** What was promised and is not settled. */
  const promised = new Set<Promise<unknown>>();
  /** The turn in which each client was last served. */
  const served = new WeakMap<object, number>();
  let turns = 0;
  let starting = 0;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  let draining = false;

  const turnAway = (why: () => Fault): void => {
    for (const job of waiting.splice(0)) job.reject(why());
  };
  const forget = (worker: WorkerProcess): void => {
    all.delete(worker);
    remove(idle, worker);
  };
  /** Have a process ready before the first work comes. */
  const warm = (): void => {
    if (all.size === 0) start();
  };

  const start = (): boolean => {
    if (closed || backOff.reason() !== undefined) return false;
    let worker: WorkerProcess;
    try {
      worker = startWorker(settings);
    } catch (thrown) {
      backOff.failed({ name: 'fork', lastWords: String(thrown) });
      return false;
    }
    all.add(worker);
    starting++;
    const timer = setTimeout(worker.kill, settings.startLimit);
    void worker.started.then((came) => {
      clearTimeout(timer);
      starting--;
      if (!came) return;
      backOff.succeeded();
      idle.push(worker);
      proceed();
    });
    void bury(worker);
    return true;
  };

  const bury = async (worker: WorkerProcess): Promise<void> => {
    const death = await worker.ended;
    const came = await worker.started;
    forget(worker);
    if (closed) return;
    if (!came) backOff.failed(death);
    proceed();
  };

  /** Give work to free processes, and start others for the rest. */
  const proceed = (): void => {
    // The one that worked last: it most likely has the schema.
    while (waiting.length > 0 && idle.length > 0) void perform(idle.pop()!, next());
    while (starting < waiting.length && all.size < settings.size) if (!start()) break;
    const death = backOff.reason();
    if (death === undefined || all.size > 0) return;
    clearTimeout(retry);
    // What waits was never begun: it is not lost because one process was killed.
    if (backOff.failures() < MOST_FAILURES) {
      retry = setTimeout(proceed, backOff.wait());
      return;
    }
    turnAway(() => panic(death, `No worker could be started (${death.name})`));
  };

  /** The oldest of the client that was served the longest ago. */
  const next = (): Job => {
    const servedAt = ({ client }: Job) => served.get(client) ?? 0;
    const best = waiting.reduce((a, b) => (servedAt(b) < servedAt(a) ? b : a));
    served.set(best.client, ++turns);
    remove(waiting, best);
    return best;
  };

  const perform = async (worker: WorkerProcess, job: Job): Promise<void> => {
    const { deadline, loadLimit, grace, maxRss } = settings;
    const { method } = job.work;
    const stopAfter = (limit: number) =>
      setTimeout(() => {
        const details = `${method} took longer than ${limit / 1000} s and was stopped`;
        job.reject(panic({ name: 'deadline', lastWords: '' }, details));
        worker.kill();
      }, limit);
    let late = stopAfter(deadline);
    let unwanted: NodeJS.Timeout | undefined;
    job.onCancelled = () => (unwanted = setTimeout(worker.kill, grace));
    const done = await worker.run(job.work, (state) => {
      clearTimeout(late);
      late = stopAfter(state === 'loading' ? loadLimit : deadline);
    });
    clearTimeout(late);
    clearTimeout(unwanted);
    if (done === undefined) {
      const death = await worker.ended;
      const details = `The worker ended in the middle of ${method} (${death.name})`;
      job.reject(closed ? poolClosed() : panic(death, details));
      forget(worker);
      return warm();
    }
    if (done.failure === undefined) job.resolve(done.result);
    else job.reject(fromPortable(done.failure, sqlFunContract));
    if (done.spent || done.rss > maxRss * MEGABYTE) {
      forget(worker);
      worker.kill();
      warm();
    } else idle.push(worker);
    proceed();
  };

  return {
    warm,
    /** Do it as soon as a process is free. Rejects with a fault of the catalog, or with the signal's reason. */
    run(work: Work, { signal, client = NOBODY }: RunOptions = {}): Promise<unknown> {
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
      if (closed || draining) return Promise.reject(poolClosed());
      const { length } = waiting;
      if (length >= settings.maxQueue) {
        const details = `All workers are busy, and ${length} requests wait already`;
        return Promise.reject(refused('queue', details, 'Wait a moment, then call again'));
      }
      let abort = (): void => undefined;
      const promise = new Promise<unknown>((resolve, reject) => {
        const onCancelled = () => remove(waiting, job);
        const job: Job = { work, client, resolve, reject, onCancelled };
        abort = () => {
          reject(signal?.reason as Error);
          job.onCancelled();
        };
        waiting.push(job);
      });
      const settled = (): void => {
        signal?.removeEventListener('abort', abort);
        promised.delete(promise);
      };
      signal?.addEventListener('abort', abort);
      promised.add(promise);
      promise.then(settled, settled);
      proceed();
      return promise;
    },
    /** The ids of the processes there are. */
    pids: (): readonly number[] => [...all].flatMap(({ pid }) => pid ?? []),
    /** Take no more. Settles when everything is done; what still waits after the time that one piece may take is turned away. */
    async stopTaking(): Promise<void> {
      draining = true;
      const late = setTimeout(() => turnAway(poolClosed), settings.deadline);
      await Promise.allSettled(promised);
      clearTimeout(late);
    },
    /** Stop whatever is in progress, and end all processes. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      turnAway(poolClosed);
      const ended = [...all].map((worker) => worker.ended);
      for (const worker of all) worker.kill();
      await Promise.all(ended);
    },
  };
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}

/** The server ends, and begins nothing more. */
export function poolClosed(): Fault {
  return refused('workers', 'The server is shutting down');
}

/** Nothing was begun, so it may be asked again a little later. */
function refused(name: string, details: string, suggestion?: string): Fault {
  return sqlFun.SERVER_NOT_REACHABLE(
    { target: 'server', name },
    { details, effect: 'none', ...(suggestion !== undefined && { suggestion }) },
  );
}

function panic({ name, lastWords }: Death, details: string): Fault {
  return sqlFun.INTERNAL_PANIC(
    { target: 'worker', name },
    // Methods only look, so whatever the process was doing, nothing was changed.
    { details, effect: 'none', ...(lastWords !== '' && { cause: new Error(lastWords) }) },
  );
}
