export { insertReference, PARTS } from './insert-reference.js';
