import { objectOrEmpty } from '@errata/core/internal';
import type { MethodWork } from './serve-work.js';
import { createWorkerPool, poolClosed, type PoolOptions, type WorkOptions } from './worker-pool.js';

export interface SchemaPoolsOptions extends PoolOptions {
  /** Milliseconds without work after which the processes of a schema end; default 300,000. */
  readonly unload?: number;
  /** How many schemas have processes at a time; default 4. */
  readonly schemas?: number;
}

interface Used {
  readonly key: string;
  readonly pool: ReturnType<typeof createWorkerPool>;
  running: number;
  timer?: NodeJS.Timeout;
}

export type SchemaPools = ReturnType<typeof createSchemaPools>;

/** Processes for each schema that is in use. They end when it is not used for a while. */
export function createSchemaPools(options: SchemaPoolsOptions = {}) {
  const { unload = 300_000, schemas = 4 } = options;
  /** In the order of their last use. */
  const pools = new Map<string, Used>();
  const closing = new Set<Promise<void>>();
  let stopped = false;

  const drop = ({ key, pool, timer }: Used): void => {
    clearTimeout(timer);
    pools.delete(key);
    const closed = pool.close();
    closing.add(closed);
    void closed.finally(() => closing.delete(closed));
  };
  const unloadLater = (used: Used): void => {
    clearTimeout(used.timer);
    if (used.running > 0) return;
    used.timer = setTimeout(() => drop(used), unload);
    used.timer.unref();
  };
  const use = (project: string, schema = ''): Used => {
    const key = JSON.stringify([project, schema]);
    const used = pools.get(key) ?? { key, pool: createWorkerPool(options), running: 0 };
    clearTimeout(used.timer);
    pools.delete(key);
    pools.set(key, used);
    for (const one of pools.values()) {
      if (pools.size <= schemas) break;
      if (one !== used && one.running === 0) drop(one);
    }
    return used;
  };

  return {
    async run(work: MethodWork, running?: WorkOptions): Promise<unknown> {
      if (stopped) throw poolClosed();
      const { schema: named } = objectOrEmpty(work.params);
      const used = use(work.project, typeof named === 'string' ? named : work.schema);
      used.running++;
      try {
        return await used.pool.run(work, running);
      } finally {
        used.running--;
        unloadLater(used);
      }
    },
    warm({ project, schema }: { project: string; schema: string | undefined }): void {
      if (stopped) return;
      const used = use(project, schema);
      used.pool.warm();
      unloadLater(used);
    },
    pids: () => [...pools.values()].flatMap(({ pool }) => pool.pids()),
    async stopTaking(): Promise<void> {
      stopped = true;
      await Promise.all([...pools.values()].map(({ pool }) => pool.stopTaking()));
    },
    async close(): Promise<void> {
      stopped = true;
      for (const used of pools.values()) drop(used);
      await Promise.all(closing);
    },
  };
}
