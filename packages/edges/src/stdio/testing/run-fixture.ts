import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from '@errata/testing';
import { takeLines } from './take-lines.js';

export type Fixture = Awaited<ReturnType<typeof buildFixture>>;

/** Build the fixture from the sources, so that no stale build can make a test pass. */
export async function buildFixture() {
  const file = await programOf(new URL('./fixture-server.ts', import.meta.url));
  const children = new Set<ChildProcessWithoutNullStreams>();
  return {
    /** The program, for tests that start it another way. */
    file,
    async run(options: object = {}) {
      const child = spawn(process.execPath, [file, JSON.stringify(options)]);
      children.add(child);
      const running = watch(child);
      void running.ended.then(() => children.delete(child));
      await running.says('ready\n');
      return running;
    },
    /** Ends what still runs. */
    remove() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

function watch(child: ChildProcessWithoutNullStreams) {
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stdin.on('error', () => {}); // a server that ended does not take what it is sent
  // 'close' comes after the last of its output, 'exit' perhaps before.
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    child,
    lines: takeLines(child.stdout),
    /** Everything on standard error so far. */
    stderr: () => text,
    /** Waits until standard error has it. */
    async says(expected: string) {
      while (!text.includes(expected)) await once(child.stderr, 'data');
    },
    /** The exit code, or the signal. */
    ended,
  };
}
