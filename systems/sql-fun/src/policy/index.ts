export { CONFIG_FILE, DEFAULT_CONFIG, toExposureRules, type ProjectConfig } from './config.js';
export { createExposure } from './create-exposure.js';
export { errorType } from './error-type.js';
export type { Exposure, ExposureRules } from './exposure.js';
export { hidePaths } from './hide-paths.js';
export { readProjectConfig } from './read-project-config.js';
export { schemaFile, schemasOf, type SchemaFile } from './schema-files.js';
export { schemaIdOf } from './schema-id.js';
