export { assertOptions, guard, guardOptionsOf, unguard } from './guard.js';
export type { GuardOptions } from './options.js';
