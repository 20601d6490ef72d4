export type { BreakerOptions } from '@errata/upstream';
export {
  createOpenMemoryClient,
  type OpenMemoryCallOptions,
  type OpenMemoryClient,
  type OpenMemoryClientOptions,
  type RetryOptions,
} from './client/create-open-memory-client.js';
export { detectDialect } from './client/detect-dialect.js';
export { DIALECTS, type DialectName } from './client/dialects.js';
export { isHeld, isPaused } from './client/judge.js';
export type { EmbeddingsOptions } from './embeddings/create-embedder.js';
export {
  isRefusedForContent,
  MEMORY_ID,
  type Added,
  type FoundMemory,
  type Hit,
  type Health,
  type Memory,
  type MemoryQuery,
  type NewMemory,
  type StoredMemory,
} from './memory.js';
export {
  NONSENSE,
  startOpenMemory,
  type Nonsense,
  type OpenMemoryOptions,
  type OpenMemoryServer,
} from './server/start-open-memory.js';
