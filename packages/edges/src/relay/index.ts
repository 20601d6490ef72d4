export type { ErrorStream } from './operator-log.js';
export type { RelayConnection } from './relay-connection.js';
export { relayTo, type RelayOptions } from './relay-to.js';
export type { Command } from './server-process.js';
