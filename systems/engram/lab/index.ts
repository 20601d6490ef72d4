export type { RunIo, SeenRequest } from '@errata/upstream/simulator';
export { createEngramSystem } from './provocations/engram-system.js';
export type { EngramWorld } from './provocations/world.js';
export { findPostgres, startPostgres } from './provocations/postgres.js';
export { runOpenMemory } from './sim/run-open-memory.js';
export { SIMULATED, PERFORM, type Simulated } from './sim/published-servers.js';
export {
  startOpenMemory,
  type OpenMemoryOptions,
  type OpenMemoryServer,
} from '../src/openmemory/server/start-open-memory.js';
