import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { programOf } from '@errata/testing';
import { takeLines, type Lines } from './take-lines.js';

export interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly lines: Lines;
  /** Everything on standard error so far. */
  stderr(): string;
  /** Waits until standard error has it. */
  says(text: string): Promise<void>;
  /** The exit code, or the signal. */
  readonly ended: Promise<number | string>;
}

export interface Fixture {
  /** The program, for tests that start it another way. */
  readonly file: string;
  run(options?: object): Promise<Running>;
  /** Ends what still runs. */
  remove(): void;
}

/** Build the fixture from the sources, so that no stale build can make a test pass. */
export async function buildFixture(): Promise<Fixture> {
  const file = await programOf(new URL('./fixture-server.ts', import.meta.url));
  const children = new Set<Running['child']>();
  return {
    file,
    async run(options = {}) {
      const child = spawn(process.execPath, [file, JSON.stringify(options)], {
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      children.add(child);
      const running = watch(child);
      void running.ended.then(() => children.delete(child));
      await running.says('ready\n');
      return running;
    },
    remove() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

function watch(child: Running['child']): Running {
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stdin.on('error', () => {}); // a server that ended does not take what it is sent
  // 'close' comes after the last of its output, 'exit' perhaps before.
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    child,
    lines: takeLines(child.stdout),
    stderr: () => text,
    async says(expected) {
      while (!text.includes(expected)) await once(child.stderr, 'data');
    },
    ended,
  };
}
