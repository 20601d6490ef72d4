import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** What no reading under the root may ever show. */
export const CANARY = 'the canary outside the root';

interface Files {
  readonly root: string;
  /** The folder around the root, where the canary is. */
  readonly outside: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<void>;
}

/** A root with these files, and a canary beside it; gone when the test ends. */
export async function createFiles(contents: Readonly<Record<string, string>> = {}): Promise<Files> {
  const outside = await realpath(await mkdtemp(join(tmpdir(), 'errata-kit-')));
  onTestFinished(() => rm(outside, { recursive: true, force: true }));
  const root = join(outside, 'root');
  await mkdir(root);
  await writeFile(join(outside, 'canary.txt'), CANARY);
  const files: Files = {
    root,
    outside,
    path: (name) => join(root, name),
    async write(name, content) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    },
  };
  for (const [name, content] of Object.entries(contents)) await files.write(name, content);
  return files;
}

// As fast as a thread of its own can: what is awaited between two steps would keep step with the reader.
const SWAP = `
const { renameSync } = require('node:fs');
const { parentPort, receiveMessageOnPort, workerData: { folder, link } } = require('node:worker_threads');
const aside = folder + '-aside';
parentPort.postMessage('begun');
while (receiveMessageOnPort(parentPort) === undefined) {
  renameSync(folder, aside);
  renameSync(link, folder);
  renameSync(folder, link);
  renameSync(aside, folder);
}
parentPort.close();
`;

/** Exchanges a folder for a link and back without a pause while something is done; both are in their place afterwards. */
export async function whileSwapping(
  folder: string,
  link: string,
  work: () => Promise<void>,
): Promise<void> {
  const worker = new Worker(SWAP, { eval: true, workerData: { folder, link } });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  await new Promise((resolve) => worker.once('message', resolve));
  try {
    await work();
  } finally {
    worker.postMessage('end');
    await exited;
  }
}

/** Does something while this process can open nothing more: every descriptor that it may have is taken. */
export async function withoutDescriptors(work: () => Promise<void>): Promise<void> {
  const limit = (soft: string) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${soft}:`]);
  const report = execFileSync('prlimit', [
    '--pid',
    String(process.pid),
    '--nofile',
    '-o',
    'SOFT',
    '--noheadings',
  ]);
  // Some room, to start the command that takes the limit away again.
  const highest = Math.max(...readdirSync('/proc/self/fd').map(Number));
  limit(String(highest + 20));
  const taken: number[] = [];
  try {
    takeAll(taken);
    await work();
  } finally {
    for (const descriptor of taken) closeSync(descriptor);
    limit(report.toString().trim());
  }
}

function takeAll(taken: number[]): void {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  }
}

const NOBODY = 65_534;

/** Does something without the rights of root, which may read everything; where the tests do not run as root, as it is. */
export async function asNobody(work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid!(NOBODY);
  try {
    await work();
  } finally {
    process.seteuid!(0);
  }
}
