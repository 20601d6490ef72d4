export { CONFIG_FILE, DEFAULT_CONFIG, errorType, readProjectConfig } from './config.js';
export { toExposureRules, type ProjectConfig } from './config.js';
export { createExposure, type Exposure, type ExposureRules } from './exposure.js';
export { hidePaths, schemaFile, schemaIdOf, schemasOf, type SchemaFile } from './schema-files.js';
