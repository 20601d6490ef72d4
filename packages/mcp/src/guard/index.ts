export { createAnswering, type Answering } from './answering.js';
export { defaultContract } from './contract.js';
export { guard, unguard } from './guard.js';
export type { GuardOptions } from './options.js';
