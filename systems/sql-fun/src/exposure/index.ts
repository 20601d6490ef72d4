export { findHidden, hiddenName, type HiddenName } from './assert-exposed.js';
export { hideUnexposed, type HiddenDatabase } from './hide-unexposed.js';
