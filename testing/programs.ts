import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { RunIo } from '@errata/upstream/simulator';
import { rolldown } from 'rolldown';
import { runToEnd, type Ended } from './child.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/errata-programs');

const built = new Map<string, Promise<string>>();

/** The path of a program, built from its source: once in this process, whichever test file asks for it. */
export function programOf(source: URL): Promise<string> {
  const path = fileURLToPath(source);
  const known = built.get(path) ?? build(path);
  built.set(path, known);
  return known;
}

async function build(source: string): Promise<string> {
  if (built.size === 0) removeForgotten();
  const name = createHash('sha256').update(source).digest('hex').slice(0, 12);
  const folder = join(CACHE, String(process.pid), name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The manifest is two folders up, as in the package: programs read their version from it.
  copyFileSync(manifestOf(source), join(folder, 'package.json'));
  const bundle = await rolldown({
    input: { program: source },
    platform: 'node',
    tsconfig: join(ROOT, 'tsconfig.check.json'),
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@errata/'),
  });
  const dir = join(folder, 'dist/program');
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs' });
  await bundle.close();
  return join(dir, 'program.mjs');
}

/** A folder for programs as users write them: they import the built packages by name. Remove it in the end. */
export function folderBesidePackages(): string {
  mkdirSync(CACHE, { recursive: true });
  return mkdtempSync(`${CACHE}-of-users-`);
}

function manifestOf(source: string): string {
  let folder = dirname(source);
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return join(ROOT, 'package.json');
    folder = parent;
  }
  return join(folder, 'package.json');
}

/** A worker of the tests is ended without notice, so the next one removes what it built. */
function removeForgotten(): void {
  if (!existsSync(CACHE)) return;
  for (const pid of readdirSync(CACHE)) {
    if (pid === String(process.pid) || !isAlive(Number(pid))) {
      rmSync(join(CACHE, pid), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export interface ProgramOptions {
  readonly args?: readonly string[];
  /** A program and its arguments, which runs ours. */
  readonly within?: readonly string[];
}

export interface ProgramEnd extends Pick<Ended, 'code' | 'signal'> {
  readonly output: string;
  readonly complaints: string;
}

/** Run a program from its source in a process of its own, to its end. */
export async function runProgram(source: URL, options: ProgramOptions = {}): Promise<ProgramEnd> {
  const { args = [], within = [] } = options;
  const [program, ...rest] = [...within, process.execPath, await programOf(source), ...args];
  const { code, signal, stdout, stderr } = await runToEnd(program!, rest);
  return { code, signal, output: stdout, complaints: stderr };
}

/** A program at a keyboard: what it shows is kept, and errors begin with `! `. */
export function atKeyboard(run: (io: RunIo) => Promise<number>) {
  const input = new PassThrough();
  const stop = new AbortController();
  let shown = '';
  let waiting: (() => void) | undefined;
  const show = (text: string): void => {
    shown += text;
    waiting?.();
  };
  const code = run({
    out: show,
    err: (text) => show(`! ${text}`),
    input,
    signal: stop.signal,
  });
  const until = async (part: string): Promise<void> => {
    while (!shown.includes(part)) await new Promise<void>((resolve) => (waiting = resolve));
  };
  /** Types a line, and waits for an answer that has this in it. */
  const type = async (line: string, answer: string): Promise<void> => {
    shown = '';
    input.write(`${line}\n`);
    await until(answer);
  };
  return { input, stop, code, until, type, shown: () => shown };
}
