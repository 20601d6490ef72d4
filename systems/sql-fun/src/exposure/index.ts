export {
  assertExposed,
  findHidden,
  hiddenName,
  type HiddenName,
  type NameLock,
} from './assert-exposed.js';
export { hideUnexposed, type HiddenDatabase } from './hide-unexposed.js';
export type { NameRules } from './sources.js';
