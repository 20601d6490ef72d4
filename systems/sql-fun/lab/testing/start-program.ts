import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { DaemonOptions } from '../../src/daemon/start-daemon.js';

/** What the daemon program says of itself. */
export interface ProgramOutput {
  readonly event: 'listening' | 'closed' | 'failed';
  readonly port?: number;
  readonly pid?: number;
  readonly why?: string;
  readonly name?: string;
  readonly message?: string;
}

export interface ProgramIds {
  readonly uid: number;
  readonly gid: number;
}

/** A daemon in a process of its own; `close` kills it. */
export function startProgram(program: string, options: DaemonOptions, ids?: ProgramIds) {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {},
    ...ids,
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    complaints,
  }));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid!,
    ended,
    /** The next thing that it says. */
    async said(): Promise<ProgramOutput> {
      const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
      if (done === true) throw new Error(`The daemon has ended: ${(await ended).complaints}`);
      return JSON.parse(value) as ProgramOutput;
    },
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
