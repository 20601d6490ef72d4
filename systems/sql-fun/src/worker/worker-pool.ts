import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import { fromPortable } from '@errata/core/internal';
import type { Fault } from '@errata/core';
import { cacheFolder } from '../databases/store.js';
import type { Done, MethodWork } from './serve-work.js';
import { createBackOff, startWorker, type Death, type WorkerProcess } from './worker-process.js';

/** Milliseconds in which work is quick. */
const QUICK = 10;
/** A worker that was quick gets so many jobs ahead: neither process has to be woken up for each. */
const AHEAD = 7;
/** After so many processes that did not come up, one after the other, nothing waits for the next. */
const MOST_FAILURES = 3;

const defaults = () => ({
  size: 2,
  /** Milliseconds that one piece of work may take. */
  deadline: 10_000,
  /** Milliseconds that loading a schema may take, beside the work. */
  loadLimit: 60_000,
  maxQueue: 1000,
  program: fileURLToPath(new URL('./main.js', import.meta.url)),
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

type Settings = ReturnType<typeof defaults>;
export type PoolOptions = { readonly [K in keyof Settings]?: Settings[K] | undefined };

export interface WorkOptions {
  readonly signal?: AbortSignal;
  /** The client that asks: one with many requests does not make the others wait for all of them. */
  readonly client?: object;
}

/** Work that a caller waits for. It is settled once; what comes later is dropped. */
interface Job {
  readonly work: MethodWork;
  readonly client: object;
  resolve(result: unknown): void;
  reject(thrown: unknown): void;
  isSettled: boolean;
  isCancelled: boolean;
  onCancelled: () => void;
}

/** A process, the work that it does now and the work that it has been sent ahead. */
interface PoolWorker {
  readonly process: WorkerProcess;
  readonly jobs: Job[];
  /** When it began the first job. */
  begun: number;
  /** Whether its last job was. */
  wasQuick: boolean;
  /** Ends the first job at its limit. */
  late?: NodeJS.Timeout;
  /** Ends the first job because it was cancelled. */
  unwanted?: NodeJS.Timeout;
}

const MEGABYTE = 1024 * 1024;

const UNNAMED = {};

/** Processes that do work, each one piece at a time. They are started when they are needed. */
export function createWorkerPool(options: PoolOptions = {}) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: Settings = { ...defaults(), ...Object.fromEntries(given) };
  const backOff = createBackOff(() => performance.now());
  const all = new Set<PoolWorker>();
  const idle: PoolWorker[] = [];
  const waiting: Job[] = [];
  const promised = new Set<Promise<unknown>>();
  /** The turn in which each client was last served. */
  const served = new WeakMap<object, number>();
  let turns = 0;
  let starting = 0;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  let draining = false;

  const rejectWaiting = (why: () => Fault): void => {
    for (const job of waiting.splice(0)) job.reject(why());
  };
  const forget = (worker: PoolWorker): void => {
    all.delete(worker);
    remove(idle, worker);
  };
  /** Work that was sent to a worker and has not begun there goes to the next free one. */
  const giveBack = (jobs: readonly Job[]): void => {
    waiting.unshift(...jobs.filter((job) => !job.isSettled && !waiting.includes(job)));
  };
  /** Have a process ready before the first work comes. */
  const warm = (): void => {
    if (all.size === 0) start();
  };

  const start = (): boolean => {
    if (closed || backOff.reason() !== undefined) return false;
    let worker: PoolWorker;
    try {
      const process = startWorker(settings, (report) => {
        if (report.kind === 'done') finish(worker, report);
        else limit(worker, report.kind === 'loading' ? settings.loadLimit : settings.deadline);
      });
      worker = { process, jobs: [], begun: 0, wasQuick: false };
    } catch (thrown) {
      backOff.failed({ name: 'fork', stderr: String(thrown) });
      return false;
    }
    all.add(worker);
    starting++;
    const timer = setTimeout(worker.process.kill, settings.startLimit);
    void worker.process.started.then((came) => {
      clearTimeout(timer);
      starting--;
      if (!came) return;
      backOff.succeeded();
      idle.push(worker);
      proceed();
    });
    void removeDead(worker);
    return true;
  };

  const removeDead = async (worker: PoolWorker): Promise<void> => {
    const death = await worker.process.ended;
    const came = await worker.process.started;
    forget(worker);
    stopTimers(worker);
    const [current, ...ahead] = worker.jobs.splice(0);
    if (current !== undefined) {
      const details = `The worker ended in the middle of ${current.work.method} (${death.name})`;
      current.reject(closed ? poolClosed() : panic(death, details));
    }
    if (closed) return ahead.forEach((job) => job.reject(poolClosed()));
    giveBack(ahead);
    if (!came) backOff.failed(death);
    else if (current !== undefined) warm();
    proceed();
  };

  const proceed = (): void => {
    // The one that worked last: it most likely has the schema.
    while (waiting.length > 0 && idle.length > 0) give(idle.pop()!, next());
    while (starting < waiting.length && all.size < settings.size) if (!start()) break;
    for (const worker of all) {
      while (waiting.length > 0 && worker.wasQuick && worker.jobs.length <= AHEAD) {
        give(worker, next());
      }
    }
    const death = backOff.reason();
    if (death === undefined || all.size > 0) return;
    clearTimeout(retry);
    // What waits was never begun: it is not lost because one process was killed.
    if (backOff.failures() < MOST_FAILURES) {
      retry = setTimeout(proceed, backOff.wait());
      return;
    }
    rejectWaiting(() => panic(death, `No worker could be started (${death.name})`));
  };

  /** The oldest of the client that was served the longest ago. */
  const next = (): Job => {
    const servedAt = ({ client }: Job) => served.get(client) ?? 0;
    const best = waiting.reduce((a, b) => (servedAt(b) < servedAt(a) ? b : a));
    served.set(best.client, ++turns);
    remove(waiting, best);
    return best;
  };

  const give = (worker: PoolWorker, job: Job): void => {
    worker.jobs.push(job);
    worker.process.send(job.work);
    if (worker.jobs.length === 1) begin(worker);
  };

  /** The first job of a worker is being done from now on. */
  const begin = (worker: PoolWorker): void => {
    const [job] = worker.jobs;
    if (job === undefined) return;
    worker.begun = performance.now();
    job.onCancelled = () => (worker.unwanted = setTimeout(worker.process.kill, settings.grace));
    // It may have been cancelled after it was sent. One that another worker has done is no reason to stop this process.
    if (job.isCancelled) job.onCancelled();
    limit(worker, settings.deadline);
  };

  /** The first job of a worker may take so many milliseconds from now on. */
  const limit = (worker: PoolWorker, milliseconds: number): void => {
    const [job] = worker.jobs;
    if (job === undefined) return;
    clearTimeout(worker.late);
    const stop = (): void => {
      const { method } = job.work;
      const details = `${method} took longer than ${milliseconds / 1000} s and was stopped`;
      job.reject(panic({ name: 'deadline', stderr: '' }, details));
      worker.process.kill();
    };
    worker.late = setTimeout(() => {
      worker.late = setTimeout(stop, milliseconds - QUICK);
      // Until this job is done, nothing is sent behind it.
      worker.wasQuick = false;
      if (worker.jobs.length === 1) return;
      giveBack(worker.jobs.slice(1));
      proceed();
    }, QUICK);
  };

  const finish = (worker: PoolWorker, { result, failure, spent, rss }: Done): void => {
    const job = worker.jobs.shift()!;
    stopTimers(worker);
    worker.wasQuick = performance.now() - worker.begun < QUICK;
    if (failure === undefined) job.resolve(result);
    else job.reject(fromPortable(failure, sqlFunContract));
    if (spent || rss > settings.maxRss * MEGABYTE) {
      forget(worker);
      giveBack(worker.jobs.splice(0));
      worker.process.kill();
      warm();
    } else if (worker.jobs.length === 0) idle.push(worker);
    else begin(worker);
    proceed();
  };

  return {
    warm,
    /** Do it as soon as a process is free. Rejects with a fault of the catalog, or with the signal's reason. */
    run(work: MethodWork, { signal, client = UNNAMED }: WorkOptions = {}): Promise<unknown> {
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
      if (closed || draining) return Promise.reject(poolClosed());
      const length = [...all].reduce((sum, { jobs }) => sum + jobs.slice(1).length, waiting.length);
      if (length >= settings.maxQueue) {
        const details = `All workers are busy, and ${length} requests wait already`;
        return Promise.reject(refused('queue', details, 'Wait a moment, then call again'));
      }
      let job!: Job;
      const promise = new Promise<unknown>((resolve, reject) => {
        job = {
          ...{ work, client, resolve, reject, isSettled: false, isCancelled: false },
          onCancelled: () => undefined,
        };
      });
      waiting.push(job);
      const abort = (): void => {
        job.isCancelled = true;
        job.reject(signal?.reason);
        job.onCancelled();
      };
      const settled = (): void => {
        job.isSettled = true;
        remove(waiting, job);
        signal?.removeEventListener('abort', abort);
        promised.delete(promise);
      };
      signal?.addEventListener('abort', abort);
      promised.add(promise);
      promise.then(settled, settled);
      proceed();
      return promise;
    },
    pids: (): readonly number[] => [...all].flatMap((worker) => worker.process.pid ?? []),
    /** Take no more. Settles when everything is done; what still waits after the time that one piece may take is turned away. */
    async stopTaking(): Promise<void> {
      draining = true;
      const late = setTimeout(() => rejectWaiting(poolClosed), settings.deadline);
      await Promise.allSettled(promised);
      clearTimeout(late);
    },
    /** Stop whatever is in progress, and end all processes. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      rejectWaiting(poolClosed);
      const ended = [...all].map((worker) => worker.process.ended);
      for (const worker of all) worker.process.kill();
      await Promise.all(ended);
    },
  };
}

function stopTimers({ late, unwanted }: PoolWorker): void {
  clearTimeout(late);
  clearTimeout(unwanted);
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}

/** The server ends, and begins nothing more. */
export function poolClosed(): Fault {
  return refused('workers', 'The server is shutting down');
}

/** Nothing was begun, so the client may try again. */
function refused(name: string, details: string, suggestion?: string): Fault {
  return sqlFun.SERVER_NOT_REACHABLE(
    { target: 'server', name },
    { details, effect: 'none', ...(suggestion !== undefined && { suggestion }) },
  );
}

function panic({ name, stderr }: Death, details: string): Fault {
  return sqlFun.INTERNAL_PANIC(
    { target: 'worker', name },
    // Methods only look, so whatever the process was doing, nothing was changed.
    { details, effect: 'none', ...(stderr !== '' && { cause: new Error(stderr) }) },
  );
}
