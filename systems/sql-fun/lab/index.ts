export { insertReference, PARTS } from './docs/insert-reference.js';
export { createSqlFunSystem } from './provocations/sql-fun-system.js';
