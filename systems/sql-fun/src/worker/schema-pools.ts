import { membersOf } from '@errata/core/contract';
import { poolClosed } from './faults.js';
import type { PoolOptions } from './pool-options.js';
import type { Work } from './work.js';
import { createWorkerPool, type Pool, type RunOptions } from './worker-pool.js';

export interface SchemaPoolsOptions extends PoolOptions {
  /** Milliseconds without work after which the processes of a schema end; default 300,000. */
  readonly unload?: number;
  /** How many schemas have processes at a time; default 4. */
  readonly schemas?: number;
}

interface Used {
  readonly pool: Pool;
  running: number;
  timer: NodeJS.Timeout | undefined;
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

  /** As of `Pool`. */
  async run(work: Work, options?: RunOptions): Promise<unknown> {
    if (this.#stopped) throw poolClosed();
    const used = this.#use(work);
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
    const used = this.#use({ project, ...(schema !== undefined && { schema }), params: undefined });
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
    for (const [key, used] of this.#pools) this.#drop(key, used);
    await Promise.all(this.#closing);
  }

  #use({ project, schema, params }: Pick<Work, 'project' | 'schema' | 'params'>): Used {
    const named = membersOf(params)['schema'];
    const key = JSON.stringify([project, typeof named === 'string' ? named : (schema ?? '')]);
    const used = this.#pools.get(key) ?? {
      ...{ pool: createWorkerPool(this.#options), running: 0, timer: undefined },
    };
    clearTimeout(used.timer);
    this.#pools.delete(key);
    this.#pools.set(key, used);
    const { schemas = 4 } = this.#options;
    for (const [other, one] of this.#pools) {
      if (this.#pools.size <= schemas) break;
      if (one !== used && one.running === 0) this.#drop(other, one);
    }
    return used;
  }

  #unloadLater(used: Used): void {
    clearTimeout(used.timer);
    if (used.running > 0) return;
    used.timer = setTimeout(() => {
      for (const [key, one] of this.#pools) if (one === used) this.#drop(key, one);
    }, this.#options.unload ?? 300_000);
    used.timer.unref();
  }

  #drop(key: string, { pool, timer }: Used): void {
    clearTimeout(timer);
    this.#pools.delete(key);
    const closed = pool.close();
    this.#closing.add(closed);
    void closed.finally(() => this.#closing.delete(closed));
  }
}
