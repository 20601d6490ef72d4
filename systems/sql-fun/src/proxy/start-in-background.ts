import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openRuntimeFolder } from '../daemon/index.js';

/** A process that outlives whoever started it. */
export interface Background {
  /** How it ended and how long ago, if it has. */
  ended(): { readonly how: string; readonly milliseconds: number } | undefined;
  /** The last lines that it wrote, for the operator. */
  lastWords(): Promise<Error | undefined>;
}

/** Start a program apart from this process; what it writes goes to a log in the folder. */
export async function startInBackground(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
): Promise<Background> {
  await openRuntimeFolder(folder);
  const path = join(folder, LOG_NAME);
  const log = await open(path, (await isLong(path)) ? 'w' : 'a', 0o600);
  try {
    const { size } = await log.stat();
    let end: { readonly how: string; readonly at: number } | undefined;
    const note = (how: string) => (end ??= { how, at: performance.now() });
    const child = spawn(program, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.on('error', ({ code, message }: NodeJS.ErrnoException) => note(code ?? message));
    child.on('exit', (code, killer) => note(killer ?? `exit code ${code}`));
    child.unref();
    return {
      ended: () => end && { how: end.how, milliseconds: performance.now() - end.at },
      lastWords: () => lastWords(path, size),
    };
  } finally {
    await log.close();
  }
}

const LOG_NAME = 'sql-fun-server.log';

/** Bytes after which the log begins again. */
const MAX_LOG = 2 ** 20;

const MAX_WORDS = 4000;

async function isLong(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.size > MAX_LOG;
}

async function lastWords(path: string, from: number): Promise<Error | undefined> {
  const log = await readFile(path).catch(() => undefined);
  const said = log?.subarray(from).toString('utf8').trim().slice(-MAX_WORDS) ?? '';
  return said === '' ? undefined : new Error(said);
}
