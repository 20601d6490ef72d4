// The lowest layer and the check of options: a guarded server starts with these, and loads the rest of core with its first failure.
export * from '../../era/index.js';
export * from '../../fault/nearest.js';
