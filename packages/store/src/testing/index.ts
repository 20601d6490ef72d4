export { describeStores, type TestDatabases } from './describe-stores.js';
export { startPostgres, type Postgres } from './start-postgres.js';
