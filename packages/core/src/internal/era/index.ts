// The lowest layer alone, and `toolError`: a guarded server starts with it, and loads the rest of core with its first failure.
export * from '../../era/index.js';
export { toolError, type ToolErrorOptions } from '../../fault/index.js';
