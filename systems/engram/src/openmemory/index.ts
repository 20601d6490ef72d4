export type { RunIo, SeenRequest } from '@errata/system/simulator';
export {
  createOpenMemoryClient,
  isLeftAlone,
  type BreakerOptions,
  type CallOptions,
  type OpenMemoryClient,
  type OpenMemoryClientOptions,
  type RetryOptions,
} from './client/index.js';
export { isRefusedForContent } from './refused-for-content.js';
export { MEMORY_ID } from './memory.js';
export type { Added, FoundMemory, Health, Memory, MemoryQuery, NewMemory } from './memory.js';
export { runOpenMemory } from './run-open-memory.js';
export {
  NONSENSE,
  startOpenMemory,
  type Nonsense,
  type OpenMemoryOptions,
  type OpenMemoryServer,
} from './server/index.js';
