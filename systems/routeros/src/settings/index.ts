export { resolveOptions, type Resolved, type RouterosOptions } from './options.js';
export { DEFAULT_SETTINGS, type Settings } from './settings.js';
