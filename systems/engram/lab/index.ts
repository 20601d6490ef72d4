export type { RunIo, SeenRequest } from '@errata/upstream/simulator';
export { createEngramSystem } from './provocations/engram-system.js';
export type { Command } from './provocations/gateway.js';
export type { EngramWorld } from './provocations/world.js';
export { runOpenMemory } from './sim/run-open-memory.js';
