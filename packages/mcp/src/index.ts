export { guard, unguard, type GuardOptions } from './guard/index.js';
export * from './serve/index.js';
