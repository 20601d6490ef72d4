export { assertOptions, guard, guardAround, guardOptionsOf, unguard } from './guard.js';
export type { GuardOptions } from './options.js';
