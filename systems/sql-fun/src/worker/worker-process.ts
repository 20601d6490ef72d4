import { fork, type ChildProcess } from 'node:child_process';
import type { Done, Order, Report } from './messages.js';
import type { OnLoading, Work } from './work.js';

/** How a process ended: the signal, or `exit 1`, or what the system said when it could not be started. */
export interface Death {
  readonly name: string;
  /** The last that it wrote to its standard error. */
  readonly lastWords: string;
}

export interface ProcessOptions {
  /** The path of its program. */
  readonly program: string;
  /** Megabytes that its JavaScript may take. */
  readonly heap: number;
  /** Where databases are kept. */
  readonly cache: string;
}

const LAST_WORDS = 4000;

/** One worker, seen from the daemon. */
export class WorkerProcess {
  /** Whether it came up. */
  readonly started: Promise<boolean>;
  readonly ended: Promise<Death>;
  private readonly child: ChildProcess;
  private lastWords = '';
  private lastId = 0;
  private onDone: ((done: Done | undefined) => void) | undefined = undefined;
  private onLoading: OnLoading | undefined = undefined;

  constructor({ program, heap, cache }: ProcessOptions) {
    this.child = fork(program, [cache], {
      // Nothing of the daemon's own flags and environment: a debugger's port can be taken only once.
      execArgv: [`--max-old-space-size=${heap}`],
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.lastWords = (this.lastWords + text).slice(-LAST_WORDS);
    });
    this.ended = new Promise((resolve) => {
      const end = (name: string): void => {
        resolve({ name, lastWords: this.lastWords });
        this.finish(undefined);
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
        else if (report.id !== this.lastId) return;
        else if (report.kind === 'done') this.finish(report);
        else this.onLoading?.(report.kind);
      });
      void this.ended.then(() => resolve(false));
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** What came of it; undefined where the process ended first. */
  run(work: Work, onLoading: OnLoading): Promise<Done | undefined> {
    this.onLoading = onLoading;
    const order: Order = { id: ++this.lastId, work };
    return new Promise((resolve) => {
      this.onDone = resolve;
      if (!this.child.connected) return; // `ended` is on its way
      this.child.send(order);
    });
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private finish(done: Done | undefined): void {
    this.onDone?.(done);
    this.onDone = undefined;
  }
}
