import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
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
  /** The program, for whoever starts it another way. */
  readonly file: string;
  run(options?: object): Promise<Running>;
  /** Ends whatever still runs, and removes what was built. */
  remove(): Promise<void>;
}

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Build the fixture from the sources, so that no stale build can make a test pass. */
export async function buildFixture(): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'errata-stdio-'));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^@errata\/core\/(\w+)$/, replacement: source('../../../../core/src/$1/index.ts') },
      ],
    },
    ssr: { noExternal: true },
    build: {
      ssr: source('./fixture-server.ts'),
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'server.mjs' } },
    },
  });
  const file = join(folder, 'server.mjs');
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
    async remove() {
      for (const child of children) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
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
