export {
  assertGuardOptions,
  GUARD_OPTIONS,
  guard,
  guardAround,
  guardOptionsOf,
  unguard,
} from './guard.js';
export type { GuardOptions } from './options.js';
export type { SdkServer } from './sdk-shape.js';
