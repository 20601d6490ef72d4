import { constants } from 'node:fs';
import {
  cp,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { isAlive } from './is-alive.js';

/** What is written beside the files of a database. Plain data. */
export type Notes = Readonly<Record<string, unknown>>;

/** A database in the store. */
export interface Stored<N extends Notes> {
  /** Its data folder; nobody writes to it. */
  readonly data: string;
  readonly notes: N;
}

/** More than these are pruned, the longest unused first. One takes 40 to 90 MB. */
const KEPT = 12;
/** Milliseconds between two looks at what another process makes. */
const POLL = 25;
const NOTES = 'notes.json';
const DATA = 'data';
/** Folders of processes: `own-<pid>-…` is in use, `new-<pid>-…` is being made. */
const OF_A_PROCESS = /^(?:own|new)-(\d+)-/;

/** Data folders of PostgreSQL by key, below one folder that only its user can read. */
export class DatabaseStore {
  readonly #folder: string;
  #opening: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The database of a key. `make` fills the data folder of a new one. */
  async get<N extends Notes>(key: string, make: (data: string) => Promise<N>): Promise<Stored<N>> {
    await this.#opened();
    const known = (await this.#find<N>(key)) ?? (await this.#madeByAnother<N>(key));
    if (known !== undefined) return known;
    const made = this.#ofProcess('new');
    try {
      await mkdir(made, { mode: 0o700 });
      const notes = await make(join(made, DATA));
      await writeFile(join(made, NOTES), JSON.stringify(notes), { mode: 0o600 });
      await this.#keep(made, key);
    } finally {
      await rm(made, { recursive: true, force: true });
      await rm(this.#lockOf(key), { force: true });
    }
    await this.#prune(key);
    const stored = await this.#find<N>(key);
    if (stored === undefined) throw new Error('the cache was emptied while it was used');
    return stored;
  }

  /** A copy of a stored database that its process may write to. `remove` it when it is closed. */
  async copy(data: string): Promise<string> {
    const own = this.#ofProcess('own');
    try {
      await copyData(data, own);
    } catch (error) {
      await rm(own, { recursive: true, force: true });
      throw error;
    }
    return own;
  }

  /** Once; where it fails, the next one tries again: there may be space by then. */
  async #opened(): Promise<void> {
    try {
      await (this.#opening ??= this.#open());
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) {
      const pid = Number(OF_A_PROCESS.exec(name)?.[1] ?? 0);
      if (pid > 0 && !isAlive(pid)) {
        await rm(join(this.#folder, name), { recursive: true, force: true });
      }
    }
  }

  async #find<N extends Notes>(key: string): Promise<Stored<N> | undefined> {
    const folder = join(this.#folder, key);
    try {
      const notes = JSON.parse(await readFile(join(folder, NOTES), 'utf8')) as N;
      const now = new Date();
      await utimes(folder, now, now);
      return { data: join(folder, DATA), notes };
    } catch (error) {
      if (error instanceof SyntaxError || isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Waits while another process makes the database; undefined where it is ours to make. */
  async #madeByAnother<N extends Notes>(key: string): Promise<Stored<N> | undefined> {
    const lock = this.#lockOf(key);
    // The folder may have been removed since it was opened.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (;;) {
      try {
        // A link has its text from the start, also on a full disk.
        await symlink(String(process.pid), lock);
        return undefined;
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
      const holder = Number(await readlink(lock).catch(() => ''));
      if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
      else await setTimeout(POLL);
      const made = await this.#find<N>(key);
      if (made !== undefined) return made;
    }
  }

  #lockOf(key: string): string {
    return join(this.#folder, `lock-${key}`);
  }

  /** Gives a database its key. Another process may have made the same one meanwhile: then that one stays. */
  async #keep(made: string, key: string): Promise<void> {
    const folder = join(this.#folder, key);
    try {
      await rename(made, folder);
    } catch (error) {
      if (!isTaken(error)) throw error;
      if ((await this.#find(key)) !== undefined) return;
      // What is there cannot be read.
      await rm(folder, { recursive: true, force: true });
      await rename(made, folder);
    }
  }

  async #prune(newest: string): Promise<void> {
    const names = (await readdir(this.#folder)).filter(
      (name) => !OF_A_PROCESS.test(name) && !name.startsWith('lock-'),
    );
    const used = await Promise.all(
      names.map(async (name) => {
        const at = await stat(join(this.#folder, name)).catch(() => undefined);
        return { name, at: name === newest ? Infinity : (at?.mtimeMs ?? 0) };
      }),
    );
    const old = used.sort((a, b) => b.at - a.at).slice(KEPT);
    for (const { name } of old) {
      // Renamed first: who finds it now finds all of it or nothing.
      const gone = this.#ofProcess('new');
      await rename(join(this.#folder, name), gone).catch(() => undefined);
      await rm(gone, { recursive: true, force: true });
    }
  }

  #ofProcess(use: 'own' | 'new'): string {
    return join(this.#folder, `${use}-${process.pid}-${randomUUID()}`);
  }
}

export async function copyData(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';
const isTaken = (error: unknown) => ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '');
