import { fork } from 'node:child_process';
import { TIER_UP } from '../engine/postgres.js';
import type { WorkerMessage, MethodWork } from './serve-work.js';

/** How a process ended: the signal, or `exit 1`, or what the system said when it could not be started. */
export interface Death {
  readonly name: string;
  /** The end of what it wrote. */
  readonly stderr: string;
}

const MAX_STDERR = 4000;

export type WorkerProcess = ReturnType<typeof startWorker>;

/** One worker, seen from the daemon. `heap` is in megabytes. Reports come in the order of the work that was sent. */
export function startWorker(
  options: { program: string; heap: number; cache: string },
  onReport: (report: Exclude<WorkerMessage, { kind: 'ready' }>) => void,
) {
  const { program, heap, cache } = options;
  const child = fork(program, [cache], {
    // Nothing of the daemon's own flags and environment: a debugger's port can be taken only once.
    execArgv: [`--max-old-space-size=${heap}`, TIER_UP],
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
  });
  const ended = new Promise<Death>((resolve) => {
    const end = (name: string): void => resolve({ name, stderr });
    child.once('close', (code, signal) => end(signal ?? `exit ${code}`));
    child.on('error', (error: NodeJS.ErrnoException) => {
      // It may also be a message that could not be sent to one that is ending.
      if (child.pid === undefined) end(error.code ?? error.name);
    });
  });
  /** Whether it came up. */
  const started = new Promise<boolean>((resolve) => {
    child.on('message', (report: WorkerMessage) => {
      if (report.kind === 'ready') resolve(true);
      else onReport(report);
    });
    void ended.then(() => resolve(false));
  });
  return {
    ...{ pid: child.pid, started, ended },
    send(work: MethodWork): void {
      if (child.connected) child.send(work); // otherwise `ended` is on its way
    },
    kill: (): void => void child.kill('SIGKILL'),
  };
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;

/** Waits longer and longer after processes that did not come up; one that does ends it. */
export function createBackOff(now: () => number) {
  let [pause, until, failures] = [0, 0, 0];
  let last: Death | undefined;
  return {
    failures: () => failures,
    wait: () => Math.max(0, until - now()),
    /** How the last one ended, while it is too early to try again. */
    reason: () => (now() < until ? last : undefined),
    failed(death: Death): void {
      pause = Math.min(pause * 2 || FIRST_PAUSE, LONGEST_PAUSE);
      until = now() + pause;
      failures++;
      last = death;
    },
    succeeded(): void {
      [pause, until, failures] = [0, 0, 0];
    },
  };
}
