import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../databases/store.js';

export interface PoolOptions {
  /** How many processes there may be at a time (default: 2). */
  readonly size?: number;
  /** Milliseconds that one piece of work may take (default: 10,000). */
  readonly deadline?: number;
  /** Milliseconds that loading a schema may take, beside the work (default: 60,000). */
  readonly loadLimit?: number;
  /** Where databases are kept (default: the cache folder of the user). */
  readonly cache?: string;
  /** How much work may wait (default: 1,000). */
  readonly maxQueue?: number;
  /** The path of the worker's program (default: the one beside this file). */
  readonly program?: string;
  /** Megabytes that the JavaScript of a process may take (default: 512). */
  readonly heap?: number;
  /** Megabytes of memory, the parser's included, above which a process is replaced after its reply (default: 1024). */
  readonly maxRss?: number;
  /** Milliseconds that a process gets to come up (default: 30,000). */
  readonly startLimit?: number;
  /** Milliseconds that cancelled work may go on before its process is stopped (default: 1000). */
  readonly grace?: number;
}

export type PoolSettings = Required<PoolOptions>;

/** The options with everything that was not said. */
export function toPoolSettings(options: PoolOptions): PoolSettings {
  return {
    size: 2,
    deadline: 10_000,
    loadLimit: 60_000,
    cache: cacheFolder(process.env),
    maxQueue: 1000,
    program: fileURLToPath(new URL('./main.js', import.meta.url)),
    heap: 512,
    maxRss: 1024,
    startLimit: 30_000,
    grace: 1000,
    ...options,
  };
}
