export { findRelation, relationsOf } from './find-relation.js';
export { loadSchemaFile, stampOf, type LoadOptions, type LoadedFile } from './load-schema-file.js';
export { readSchema, type ReadOptions, type ReadProgress } from './read-schema.js';
export type * from './schema.js';
