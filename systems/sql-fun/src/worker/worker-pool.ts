import { BackOff } from './back-off.js';
import { fromFailure } from './failure.js';
import {
  poolClosed,
  tooManyWaiting,
  workerDied,
  workerNotStarted,
  workTookTooLong,
} from './faults.js';
import { Job } from './job.js';
import type { Done } from './messages.js';
import { toPoolSettings, type PoolOptions, type PoolSettings } from './pool-options.js';
import type { Work } from './work.js';
import { WorkerProcess } from './worker-process.js';

export interface RunOptions {
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal;
  /** Who asks: one who asks for much does not make the others wait for all of it. */
  readonly client?: object;
}

/** Processes that do work, each one piece at a time. */
export interface Pool {
  /** Do it as soon as a process is free. Rejects with a fault of the catalog, or with the signal's reason. */
  run(work: Work, options?: RunOptions): Promise<unknown>;
  /** Have a process ready before the first work comes. */
  warm(): void;
  /** The ids of the processes there are. */
  pids(): readonly number[];
  /** Take no more. Settles when everything is done; what still waits after the time that one piece may take is turned away. */
  stopTaking(): Promise<void>;
  /** Stop whatever is in progress, and end all processes. */
  close(): Promise<void>;
}

/** A pool whose processes are started when they are needed. */
export function createWorkerPool(options: PoolOptions = {}): Pool {
  return new WorkerPool(toPoolSettings(options));
}

const MEGABYTE = 1024 * 1024;

/** Whoever does not say who asks. */
const NOBODY = {};

class WorkerPool implements Pool {
  private readonly settings: PoolSettings;
  private readonly backOff = new BackOff(() => performance.now());
  private readonly all = new Set<WorkerProcess>();
  private readonly idle: WorkerProcess[] = [];
  private readonly waiting: Job[] = [];
  private readonly running = new Set<Job>();
  /** The turn in which each client was last served. */
  private readonly served = new WeakMap<object, number>();
  private turns = 0;
  private starting = 0;
  private closed = false;
  private draining = false;

  constructor(settings: PoolSettings) {
    this.settings = settings;
  }

  run(work: Work, { signal, client }: RunOptions = {}): Promise<unknown> {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    if (this.closed || this.draining) return Promise.reject(poolClosed());
    const { length } = this.waiting;
    if (length >= this.settings.maxQueue) return Promise.reject(tooManyWaiting(length));
    const job = new Job(work, signal, client);
    job.onCancelled = () => void this.waiting.splice(this.waiting.indexOf(job), 1);
    this.waiting.push(job);
    this.proceed();
    return job.promise;
  }

  warm(): void {
    if (this.all.size === 0) this.start();
  }

  pids(): readonly number[] {
    return [...this.all].flatMap(({ pid }) => pid ?? []);
  }

  async stopTaking(): Promise<void> {
    this.draining = true;
    const settled = (jobs: Iterable<Job>) =>
      Promise.allSettled([...jobs].map(({ promise }) => promise));
    const late = setTimeout(() => this.turnAway(), this.settings.deadline);
    await settled([...this.waiting, ...this.running]);
    clearTimeout(late);
  }

  private turnAway(): void {
    for (const job of this.waiting.splice(0)) job.reject(poolClosed());
  }

  async close(): Promise<void> {
    this.closed = true;
    this.turnAway();
    const ended = [...this.all].map((worker) => worker.ended);
    for (const worker of this.all) worker.kill();
    await Promise.all(ended);
  }

  /** Give work to whoever is free, and start whom it takes to do the rest. */
  private proceed(): void {
    while (this.waiting.length > 0 && this.idle.length > 0) {
      // The one that worked last: it most likely has the schema.
      void this.perform(this.idle.pop()!, this.next());
    }
    while (this.starting < this.waiting.length && this.all.size < this.settings.size) {
      if (!this.start()) break;
    }
    const tooEarly = this.backOff.reason;
    if (tooEarly === undefined || this.all.size > 0) return;
    for (const job of this.waiting.splice(0)) job.reject(workerNotStarted(tooEarly));
  }

  /** The oldest of the client that was served the longest ago. */
  private next(): Job {
    const servedAt = ({ client = NOBODY }: Job) => this.served.get(client) ?? 0;
    const best = this.waiting.reduce((a, b) => (servedAt(b) < servedAt(a) ? b : a));
    this.served.set(best.client ?? NOBODY, ++this.turns);
    this.waiting.splice(this.waiting.indexOf(best), 1);
    return best;
  }

  private start(): boolean {
    if (this.closed || this.backOff.reason !== undefined) return false;
    let worker: WorkerProcess;
    try {
      worker = new WorkerProcess(this.settings);
    } catch (thrown) {
      this.backOff.failed({ name: 'fork', lastWords: String(thrown) });
      return false;
    }
    this.all.add(worker);
    this.starting++;
    const timer = setTimeout(() => worker.kill(), this.settings.startLimit);
    void worker.started.then((came) => {
      clearTimeout(timer);
      this.starting--;
      if (!came) return;
      this.backOff.succeeded();
      this.idle.push(worker);
      this.proceed();
    });
    void this.bury(worker);
    return true;
  }

  private async bury(worker: WorkerProcess): Promise<void> {
    const death = await worker.ended;
    const came = await worker.started;
    this.forget(worker);
    if (this.closed) return;
    if (!came) this.backOff.failed(death);
    this.proceed();
  }

  private async perform(worker: WorkerProcess, job: Job): Promise<void> {
    const { deadline, loadLimit, grace } = this.settings;
    const stopAfter = (limit: number) =>
      setTimeout(() => {
        job.reject(workTookTooLong(job.work, limit));
        worker.kill();
      }, limit);
    let late = stopAfter(deadline);
    let unwanted: NodeJS.Timeout | undefined;
    job.onCancelled = () => (unwanted = setTimeout(() => worker.kill(), grace));
    this.running.add(job);
    const done = await worker.run(job.work, (state) => {
      clearTimeout(late);
      late = stopAfter(state === 'loading' ? loadLimit : deadline);
    });
    this.running.delete(job);
    clearTimeout(late);
    clearTimeout(unwanted);
    if (done === undefined) {
      job.reject(this.closed ? poolClosed() : workerDied(job.work, await worker.ended));
      this.forget(worker);
      this.warm();
      return;
    }
    settle(job, done);
    if (done.spent || done.rss > this.settings.maxRss * MEGABYTE) this.replace(worker);
    else this.idle.push(worker);
    this.proceed();
  }

  private replace(worker: WorkerProcess): void {
    this.forget(worker);
    worker.kill();
    this.warm();
  }

  private forget(worker: WorkerProcess): void {
    this.all.delete(worker);
    const index = this.idle.indexOf(worker);
    if (index >= 0) this.idle.splice(index, 1);
  }
}

function settle(job: Job, { result, failure }: Done): void {
  if (failure === undefined) job.resolve(result);
  else job.reject(fromFailure(failure));
}
