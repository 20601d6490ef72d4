export { toolError, type ToolErrorOptions } from '@errata/core/internal/era';
export { guard, unguard, type GuardOptions, type SdkServer } from './guard/index.js';
export * from './serve/index.js';
