// The lowest layer alone: a guarded server starts with it, and loads the rest of core with its first failure.
export * from '../../era/index.js';
