export * from './catalog.js';
export * from './describe.js';
