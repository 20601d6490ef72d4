export type { BreakerOptions } from './breaker.js';
export {
  createOpenMemoryClient,
  type OpenMemoryClientOptions,
} from './create-open-memory-client.js';
export type { CallOptions, OpenMemoryClient } from './open-memory-client.js';
export type { RetryOptions } from './repeatedly.js';
