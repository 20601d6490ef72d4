export { MODULES, type EngramOptions, type Module } from './options.js';
export { resolveOptions, type OpenMemoryPlace, type Resolved } from './resolve-options.js';
export type { Settings } from './settings.js';
