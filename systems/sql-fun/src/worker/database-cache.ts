import {
  openDatabase,
  type Database,
  type DatabaseStore,
  type Exposed,
} from '../databases/index.js';
import { readDumpFile, stampOf } from '../dump/index.js';
import { toCacheFailure } from './cache-failure.js';
import type { OnLoading } from './work.js';

/** A database and the file that it was read from. */
export interface KnownDatabase {
  readonly database: Database;
  readonly sha256: string;
}

interface Kept extends KnownDatabase {
  readonly stamp: string;
}

/** Keeps the last few databases open, for as long as their files do not change: the file is the truth. */
export class DatabaseCache {
  readonly #store: DatabaseStore;
  readonly #most: number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>();

  constructor(store: DatabaseStore, most: number) {
    this.#store = store;
    this.#most = most;
  }

  /** Throws what the file gives cause for. */
  async get(
    file: string,
    exposed: Exposed | undefined,
    onLoading: OnLoading,
  ): Promise<KnownDatabase> {
    const key = JSON.stringify([file, exposed]);
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    if (known !== undefined && known.stamp === (await stampOf(file).catch(() => undefined))) {
      this.#kept.set(key, known);
      return known;
    }
    onLoading('loading');
    try {
      await known?.database.close();
      const { stamp, ...dump } = await readDumpFile(file);
      const opened = {
        database: await openDatabase({ file, ...dump }, this.#store, exposed),
        stamp,
        sha256: dump.sha256,
      };
      this.#kept.set(key, opened);
      await this.#dropOldest();
      return opened;
    } catch (thrown) {
      throw toCacheFailure(thrown);
    } finally {
      onLoading('loaded');
    }
  }

  async #dropOldest(): Promise<void> {
    const [[oldest, kept]] = this.#kept as Iterable<[string, Kept]> as [[string, Kept]];
    if (this.#kept.size <= this.#most) return;
    this.#kept.delete(oldest);
    await kept.database.close();
  }
}
