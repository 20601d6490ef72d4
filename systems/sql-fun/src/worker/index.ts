export type { PoolOptions } from './pool-options.js';
export { CLIENT_CONTEXTS, type ClientContext, type Work } from './work.js';
export { createWorkerPool, type Pool, type RunOptions } from './worker-pool.js';
