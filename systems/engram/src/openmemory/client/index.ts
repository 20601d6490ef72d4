export type { BreakerOptions } from '@errata/system/upstream';
export {
  createOpenMemoryClient,
  type OpenMemoryClientOptions,
} from './create-open-memory-client.js';
export { isLeftAlone } from './faults.js';
export type { CallOptions, OpenMemoryClient } from './open-memory-client.js';
export type { RetryOptions } from './retries.js';
