export type { BreakerOptions } from '@errata/upstream';
export {
  createOpenMemoryClient,
  type CallOptions,
  type OpenMemoryClient,
  type OpenMemoryClientOptions,
  type RetryOptions,
} from './client/create-open-memory-client.js';
export { isLeftAlone } from './client/judge.js';
export {
  isRefusedForContent,
  MEMORY_ID,
  type Added,
  type FoundMemory,
  type Health,
  type Memory,
  type MemoryQuery,
  type NewMemory,
} from './memory.js';
export {
  NONSENSE,
  startOpenMemory,
  type Nonsense,
  type OpenMemoryOptions,
  type OpenMemoryServer,
} from './server/start-open-memory.js';
