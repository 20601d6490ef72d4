export { guard, unguard } from './guard.js';
export type { GuardOptions } from './options.js';
