export { NONSENSE, type Nonsense } from './conditions.js';
export type { OpenMemoryServer } from './open-memory-server.js';
export { startOpenMemory, type OpenMemoryOptions } from './start-open-memory.js';
