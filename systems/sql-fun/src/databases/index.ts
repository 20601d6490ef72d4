export { openDatabase, prepareCache, type Database, type Exposed } from './open-database.js';
export { cacheFolder, DatabaseStore } from './store.js';
