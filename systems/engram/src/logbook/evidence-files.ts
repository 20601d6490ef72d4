import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFailed } from './guard.js';

declare const evidenceId: unique symbol;

/** The SHA-256 of evidence in 64 small hexadecimal digits: it can name a file and nothing else. */
export type EvidenceId = string & { readonly [evidenceId]: true };

/** Undefined for anything but 64 hexadecimal digits. */
export function parseEvidenceId(text: string): EvidenceId | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? (text.toLowerCase() as EvidenceId) : undefined;
}

export type EvidenceFiles = Awaited<ReturnType<typeof openEvidenceFiles>>;

/** The bytes of evidence: one file per hash in one folder, which is made for its owner alone if it is not there. */
export async function openEvidenceFiles(folder: string) {
  await inFolder(() => mkdir(folder, { recursive: true, mode: 0o700 }));
  const check = () =>
    inFolder(async () => {
      if (!(await stat(folder)).isDirectory()) throw folderFailed();
    });
  return {
    /** Whole or not at all, and there to stay after a loss of power. */
    write: (id: EvidenceId, bytes: Uint8Array) =>
      inFolder(async () => {
        // Under a name of its own until it is whole: the file is never seen half written.
        const draft = join(folder, `${id}.${randomBytes(6).toString('hex')}`);
        try {
          await inFile(open(draft, 'wx', 0o600), async (file) => {
            await file.writeFile(bytes);
            await file.sync();
          });
          await rename(draft, join(folder, id));
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
        await inFile(open(folder, constants.O_RDONLY), (file) => file.sync());
      }),
    /** Undefined if there is no regular file of at most so many bytes. */
    async read(id: EvidenceId, limit: number): Promise<Uint8Array | undefined> {
      try {
        return await readWhole(join(folder, id), limit);
      } catch (error) {
        if (!['ENOENT', 'ELOOP', 'ENOTDIR'].includes(codeOf(error))) throw error;
        await check();
        return undefined;
      }
    },
    /** Throws LOGBOOK_DB_CHECK_FAILED if the folder is gone. */
    check,
  };
}

/** Without following a link, and without waiting for the other end of a pipe. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function readWhole(path: string, limit: number): Promise<Uint8Array | undefined> {
  return inFile(open(path, READ), async (file) => {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > limit) return undefined;
    return new Uint8Array(await file.readFile());
  });
}

async function inFile<T>(opening: Promise<FileHandle>, work: (file: FileHandle) => Promise<T>) {
  const file = await opening;
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

const FOLDER_CODES = ['ENOENT', 'ENOTDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS', 'ELOOP'];

/** A failure of the folder is reported as one; a full disk like that of the database. */
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
