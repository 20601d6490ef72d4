export type { Place } from './place.js';
