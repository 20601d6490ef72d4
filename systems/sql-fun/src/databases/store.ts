import { randomUUID } from 'node:crypto';
import { closeSync, readFileSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename } from 'node:fs/promises';
import { rm, stat, symlink, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { openSnapshot, type Notes } from '../engine/snapshot.js';

/** Where the databases of this user are kept between two starts. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const cache = env['XDG_CACHE_HOME'] ?? '';
  const home = env['HOME'] ?? '';
  const base = isAbsolute(cache) ? cache : join(isAbsolute(home) ? home : homedir(), '.cache');
  return join(base, 'errata', 'sql-fun');
}

export interface Stored<N extends Notes> {
  readonly file: string;
  readonly notes: N;
}

/** More than these are pruned, the longest unused first. One takes 35 to 60 MB. */
const KEPT = 12;
/** Milliseconds between two looks at what another process makes. */
const POLL = 25;
/** Milliseconds after which a lock counts no more: by then its number may be that of another process. */
const LONGEST = 120_000;
/** A file that a process is still writing: `new-<pid>-…`. */
const BEING_MADE = /^new-(\d+)-/;
/** A link to the process that makes the database of a key: `lock-<key>`. */
const LOCK = 'lock-';

/** Snapshots of databases by key, in a folder that only its user can read. */
export class DatabaseStore {
  readonly #folder: string;
  #opening: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The database of a key. `make` writes the file of a new one. */
  async get<N extends Notes>(key: string, make: (file: string) => Promise<void>) {
    // Where it fails, the next one tries again: there may be space by then.
    await (this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    }));
    const known = (await this.#find<N>(key)) ?? (await this.#madeByAnother<N>(key));
    if (known !== undefined) return known;
    const made = join(this.#folder, `new-${process.pid}-${randomUUID()}`);
    try {
      await make(made);
      const file = join(this.#folder, key);
      // A folder may be in its place.
      await rename(made, file).catch(() => this.discard(file).then(() => rename(made, file)));
    } finally {
      await rm(made, { force: true });
      await rm(this.#lockOf(key), { force: true });
    }
    await this.#prune(key);
    const stored = await this.#find<N>(key);
    if (stored === undefined) throw new Error('the cache was emptied while it was used');
    return stored;
  }

  async #open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) {
      const file = join(this.#folder, name);
      const pid = name.startsWith(LOCK)
        ? await holderOf(file)
        : Number(BEING_MADE.exec(name)?.[1] ?? 0);
      if (pid > 0 && !isAlive(pid)) await rm(file, { force: true });
    }
  }

  async #find<N extends Notes>(key: string): Promise<Stored<N> | undefined> {
    const file = join(this.#folder, key);
    const snapshot = openSnapshot(file);
    if (snapshot === undefined) return undefined;
    closeSync(snapshot.descriptor);
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined); // it may be pruned at this moment
    return { file, notes: snapshot.notes as N };
  }

  /** Waits while another process makes the database; undefined if it is ours to make. */
  async #madeByAnother<N extends Notes>(key: string): Promise<Stored<N> | undefined> {
    const lock = this.#lockOf(key);
    // The folder may have been removed since it was opened.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (;;) {
      try {
        // A link has its text from the start, also on a full disk.
        await symlink(String(process.pid), lock);
        // Another process may have made it between our look and our lock.
        const made = await this.#find<N>(key);
        if (made !== undefined) await rm(lock, { force: true });
        return made;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      if (await isStale(lock)) await rm(lock, { recursive: true, force: true });
      else await setTimeout(POLL);
      const made = await this.#find<N>(key);
      if (made !== undefined) return made;
    }
  }

  /** Forgets a snapshot that cannot be opened, so that it is made again. */
  async discard(file: string): Promise<void> {
    await rm(file, { recursive: true, force: true });
  }

  #lockOf(key: string): string {
    return join(this.#folder, `${LOCK}${key}`);
  }

  async #prune(newest: string): Promise<void> {
    const used: { file: string; at: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      if (BEING_MADE.test(name) || name.startsWith(LOCK)) continue;
      const file = join(this.#folder, name);
      const at = await stat(file).catch(() => undefined);
      used.push({ file, at: name === newest ? Infinity : (at?.mtimeMs ?? 0) });
    }
    const old = used.sort((a, b) => b.at - a.at).slice(KEPT);
    // A process that has one open can still read it.
    for (const { file } of old) await rm(file, { recursive: true, force: true });
  }
}

/** The process that has a lock; 0 where it was just given back. */
const holderOf = async (lock: string) => Number(await readlink(lock).catch(() => 0));

async function isStale(lock: string): Promise<boolean> {
  const found = await lstat(lock).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isSymbolicLink() || Date.now() - found.mtimeMs > LONGEST) return true;
  const holder = await holderOf(lock);
  return holder > 0 && !isAlive(holder);
}

/** Whether a process with this id is running, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/** It has ended, and its parent has not looked yet. Only Linux tells. */
function isZombie(pid: number): boolean {
  try {
    // The state comes after the name, which may have parentheses and blanks in it.
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .startsWith('Z');
  } catch {
    return false;
  }
}
