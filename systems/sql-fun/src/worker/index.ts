export { createSchemaPools, type SchemaPools } from './schema-pools.js';
export { CLIENT_CONTEXTS, type ClientContext, type Work } from './work.js';
