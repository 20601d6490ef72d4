import { fork, type ChildProcess } from 'node:child_process';
import type { Done, OnLoading, Order, Report, Work } from './work.js';

/** How a process ended: the signal, or `exit 1`, or what the system said when it could not be started. */
export interface Death {
  readonly name: string;
  /** The last that it wrote to its standard error. */
  readonly lastWords: string;
}

const LAST_WORDS = 4000;

/** One worker, seen from the daemon. */
export class WorkerProcess {
  /** Whether it came up. */
  readonly started: Promise<boolean>;
  readonly ended: Promise<Death>;
  private readonly child: ChildProcess;
  private lastId = 0;
  /** Undefined: it has ended. */
  private onReport: ((report?: Exclude<Report, { kind: 'ready' }>) => void) | undefined;

  /** `heap`: megabytes that its JavaScript may take. `cache`: where databases are kept. */
  constructor({ program, heap, cache }: { program: string; heap: number; cache: string }) {
    this.child = fork(program, [cache], {
      // Nothing of the daemon's own flags and environment: a debugger's port can be taken only once.
      execArgv: [`--max-old-space-size=${heap}`],
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let lastWords = '';
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-LAST_WORDS);
    });
    this.ended = new Promise((resolve) => {
      const end = (name: string): void => {
        resolve({ name, lastWords });
        this.onReport?.();
      };
      this.child.once('close', (code, signal) => end(signal ?? `exit ${code}`));
      this.child.on('error', (error: NodeJS.ErrnoException) => {
        // It may also be a message that could not be sent to one that is ending.
        if (this.child.pid === undefined) end(error.code ?? error.name);
      });
    });
    this.started = new Promise((resolve) => {
      this.child.on('message', (report: Report) => {
        if (report.kind === 'ready') resolve(true);
        else if (report.id === this.lastId) this.onReport?.(report);
      });
      void this.ended.then(() => resolve(false));
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** What came of it; undefined where the process ended first. */
  run(work: Work, onLoading: OnLoading): Promise<Done | undefined> {
    const order: Order = { id: ++this.lastId, work };
    return new Promise((resolve) => {
      this.onReport = (report) => {
        if (report === undefined || report.kind === 'done') resolve(report);
        else onLoading(report.kind);
      };
      if (this.child.connected) this.child.send(order); // otherwise `ended` is on its way
    });
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;

/** Waits longer and longer after processes that did not come up; one that does ends it. */
export function createBackOff(now: () => number) {
  let [pause, until] = [0, 0];
  let last: Death | undefined;
  return {
    /** How the last one ended, while it is too early to try again. */
    reason: () => (now() < until ? last : undefined),
    failed(death: Death): void {
      pause = Math.min(pause * 2 || FIRST_PAUSE, LONGEST_PAUSE);
      until = now() + pause;
      last = death;
    },
    succeeded(): void {
      [pause, until] = [0, 0];
    },
  };
}
