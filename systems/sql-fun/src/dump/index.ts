export { extensionsFor } from './extensions.js';
export { definitionOf } from './execute.js';
export { loadDump } from './load-dump.js';
export { STUB_SCHEMA, type LeftOut, type LoadedDump } from './loaded-dump.js';
export { DumpSyntaxError, readDump, type DumpStatement, type ReadDump } from './read-dump.js';
export { parseDumpFile, readDumpFile, stampOf, type DumpFile } from './read-dump-file.js';
