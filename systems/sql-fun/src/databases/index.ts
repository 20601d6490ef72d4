export { cacheFolder } from './cache-folder.js';
export { openDatabase, prepareCache, type Database, type Exposed } from './open-database.js';
export { DatabaseStore } from './store.js';
