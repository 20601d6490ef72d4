export * from './catalog.js';
export * from './describe.js';
export * from './objects.js';
