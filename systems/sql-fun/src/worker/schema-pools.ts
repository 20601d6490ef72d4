import { membersOf } from '@errata/core/contract';
import type { Work } from './work.js';
import { poolClosed, WorkerPool, type PoolOptions, type RunOptions } from './worker-pool.js';

export interface SchemaPoolsOptions extends PoolOptions {
  /** Milliseconds without work after which the processes of a schema end; default 300,000. */
  readonly unload?: number;
  /** How many schemas have processes at a time; default 4. */
  readonly schemas?: number;
}

interface Used {
  readonly key: string;
  readonly pool: WorkerPool;
  running: number;
  timer?: NodeJS.Timeout;
}

/** Processes for each schema that is in use. They end when it is not used for a while. */
export class SchemaPools {
  readonly #options: SchemaPoolsOptions;
  /** In the order of their last use. */
  readonly #pools = new Map<string, Used>();
  readonly #closing = new Set<Promise<void>>();
  #stopped = false;

  constructor(options: SchemaPoolsOptions = {}) {
    this.#options = options;
  }

  /** As of `WorkerPool`. */
  async run(work: Work, options?: RunOptions): Promise<unknown> {
    if (this.#stopped) throw poolClosed();
    const { project, schema, params } = work;
    const { schema: named } = membersOf(params);
    const used = this.#use(project, typeof named === 'string' ? named : schema);
    used.running++;
    try {
      return await used.pool.run(work, options);
    } finally {
      used.running--;
      this.#unloadLater(used);
    }
  }

  /** Have a process ready for the schema that will be asked about. */
  warm({ project, schema }: { project: string; schema: string | undefined }): void {
    if (this.#stopped) return;
    const used = this.#use(project, schema);
    used.pool.warm();
    this.#unloadLater(used);
  }

  pids(): readonly number[] {
    return [...this.#pools.values()].flatMap(({ pool }) => pool.pids());
  }

  async stopTaking(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#pools.values()].map(({ pool }) => pool.stopTaking()));
  }

  async close(): Promise<void> {
    this.#stopped = true;
    for (const used of this.#pools.values()) this.#drop(used);
    await Promise.all(this.#closing);
  }

  #use(project: string, schema = ''): Used {
    const key = JSON.stringify([project, schema]);
    const known = this.#pools.get(key);
    const used: Used = known ?? { key, pool: new WorkerPool(this.#options), running: 0 };
    clearTimeout(used.timer);
    this.#pools.delete(key);
    this.#pools.set(key, used);
    for (const one of this.#pools.values()) {
      if (this.#pools.size <= (this.#options.schemas ?? 4)) break;
      if (one !== used && one.running === 0) this.#drop(one);
    }
    return used;
  }

  #unloadLater(used: Used): void {
    clearTimeout(used.timer);
    if (used.running > 0) return;
    used.timer = setTimeout(() => this.#drop(used), this.#options.unload ?? 300_000);
    used.timer.unref();
  }

  #drop({ key, pool, timer }: Used): void {
    clearTimeout(timer);
    this.#pools.delete(key);
    const closed = pool.close();
    this.#closing.add(closed);
    void closed.finally(() => this.#closing.delete(closed));
  }
}
