export { definitionOf } from './execute.js';
export { extensionsFor } from './extensions.js';
export { loadDump } from './load-dump.js';
export type { LeftOut, LoadedDump } from './loaded-dump.js';
export { parseDumpFile, readDumpFile, stampOf } from './read-dump.js';
