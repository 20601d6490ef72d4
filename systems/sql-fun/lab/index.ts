export { createSqlFunSystem } from './provocations/sql-fun-system.js';
