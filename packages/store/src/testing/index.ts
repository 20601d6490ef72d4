export { describeStoreOfCircle, describeStores, type TestDatabases } from './describe-stores.js';
export { sharedPostgres, startPostgres, type Postgres } from './start-postgres.js';
