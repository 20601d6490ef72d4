export { createFleet, type FleetOptions } from './create-fleet.js';
export type { ConnectOptions, Fleet, Router, Row, RunOptions } from './fleet.js';
export { describeAddress, parseAddress, type ManagementAddress } from './management-address.js';
export { toBoolean, toInteger, toSeconds } from './values.js';
export { compareVersions, isAtLeast } from './version.js';
