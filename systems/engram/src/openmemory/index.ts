export {
  createOpenMemoryClient,
  type BreakerOptions,
  type CallOptions,
  type OpenMemoryClient,
  type OpenMemoryClientOptions,
  type RetryOptions,
} from './client/index.js';
export type { Added, FoundMemory, Health, Memory, MemoryQuery, NewMemory } from './memory.js';
export { runOpenMemory, type RunIo } from './run-open-memory.js';
export {
  NONSENSE,
  startOpenMemory,
  type Nonsense,
  type OpenMemoryOptions,
  type OpenMemoryServer,
  type SeenRequest,
} from './server/index.js';
