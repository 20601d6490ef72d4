import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../databases/cache-folder.js';

export interface PoolOptions {
  /** How many processes there may be at a time; 2 unless told. */
  readonly size?: number;
  /** Milliseconds that one piece of work may take; 10,000 unless told. */
  readonly deadline?: number;
  /** Milliseconds that loading a schema may take, beside the work; 60,000 unless told. */
  readonly loadLimit?: number;
  /** Where databases are kept; the cache folder of the user unless told. */
  readonly cache?: string;
  /** How much work may wait; 1,000 unless told. */
  readonly maxQueue?: number;
  /** The path of the worker's program; the one beside this file unless told. */
  readonly program?: string;
  /** Megabytes that the JavaScript of a process may take; 512 unless told. */
  readonly heap?: number;
  /** Megabytes of memory, the parser's included, above which a process is replaced after its reply; 1024 unless told. */
  readonly maxRss?: number;
  /** Milliseconds that a process gets to come up; 30,000 unless told. */
  readonly startLimit?: number;
  /** Milliseconds that cancelled work may go on before its process is stopped; 1000 unless told. */
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
