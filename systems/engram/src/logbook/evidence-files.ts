import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvidenceId } from './evidence-id.js';
import { checkFailed } from './to-logbook-fault.js';

/** The bytes of evidence: one file per hash in one folder. */
export interface EvidenceFiles {
  /** Whole or not at all, and there to stay after a loss of power. */
  write(id: EvidenceId, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is no regular file of at most so many bytes. */
  read(id: EvidenceId, limit: number): Promise<Uint8Array | undefined>;
  /** Throws LOGBOOK_DB_CHECK_FAILED if the folder is gone. */
  check(): Promise<void>;
}

/** The files in a folder, which is made for its owner alone if it is not there. */
export async function openEvidenceFiles(folder: string): Promise<EvidenceFiles> {
  await inFolder(() => mkdir(folder, { recursive: true, mode: 0o700 }));
  const check = () =>
    inFolder(async () => {
      if (!(await stat(folder)).isDirectory()) throw folderFailed();
    });
  return {
    write: (id, bytes) =>
      inFolder(async () => {
        // Under a name of its own until it is whole: whoever finds the file finds all of it.
        const draft = join(folder, `${id}.${randomBytes(6).toString('hex')}`);
        try {
          await writeDraft(draft, bytes);
          await rename(draft, join(folder, id));
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
        await syncFolder(folder);
      }),
    async read(id, limit) {
      try {
        return await readWhole(join(folder, id), limit);
      } catch (error) {
        if (!['ENOENT', 'ELOOP', 'ENOTDIR'].includes(codeOf(error))) throw error;
        await check();
        return undefined;
      }
    },
    check,
  };
}

async function writeDraft(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without following a link to somebody else's file, and without waiting for the other end of a pipe. */
async function readWhole(path: string, limit: number): Promise<Uint8Array | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > limit) return undefined;
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const FOLDER_CODES = ['ENOENT', 'ENOTDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS', 'ELOOP'];

/** What the folder itself is to blame for is told as such; a full disk is told like that of the database. */
async function inFolder<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw FOLDER_CODES.includes(codeOf(error)) ? folderFailed(error) : error;
  }
}

function folderFailed(cause?: unknown) {
  const suggestion = 'Restore the evidence folder, writable for the gateway';
  return checkFailed({ check: 'evidence folder', suggestion }, cause);
}

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
