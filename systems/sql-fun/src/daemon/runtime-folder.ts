import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';

/** The runtime folder cannot be used, or others can reach into it. */
export class RuntimeFolderError extends Error {
  override readonly name = 'RuntimeFolderError';
  readonly folder: string;

  constructor(folder: string, problem: string, options?: ErrorOptions) {
    super(`The runtime folder ${folder} ${problem}`, options);
    this.folder = folder;
  }
}

/** Where the daemon of this user keeps its PID file and its lock. */
export function runtimeFolder(env: Readonly<Record<string, string | undefined>>): string {
  const runtime = env['XDG_RUNTIME_DIR'] ?? '';
  if (isAbsolute(runtime)) return join(runtime, 'sql-fun');
  return join(tmpdir(), `sql-fun-${process.getuid?.() ?? 'user'}`);
}

/** Make the folder where it is not there yet, and be sure that nobody else can put anything into it. */
export async function openRuntimeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new RuntimeFolderError(folder, `cannot be made: ${codeOf(cause)}`, { cause });
  }
  // Not `stat`: somebody else's link to a folder of ours is no folder of ours.
  const stats = await lstat(folder);
  const uid = process.getuid?.();
  if (!stats.isDirectory()) throw new RuntimeFolderError(folder, 'is not a folder');
  if (uid === undefined) return;
  if (stats.uid !== uid) throw new RuntimeFolderError(folder, `belongs to user ${stats.uid}`);
  if ((stats.mode & 0o077) !== 0) {
    const mode = (stats.mode & 0o777).toString(8).padStart(4, '0');
    throw new RuntimeFolderError(folder, `is open to others (mode ${mode}, and not 0700)`);
  }
}

/** What the system calls the failure. */
export function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : 'unknown';
}
