export { startDaemon as serveDaemon, type Daemon as DaemonServing } from '../daemon/index.js';
export { connectDaemon, type DaemonClient, type DaemonClientOptions } from './daemon-client.js';
export type { StartOptions } from './launch-daemon.js';
export {
  daemonStatus,
  stopDaemon,
  type DaemonStatus,
  type ManageOptions,
} from './manage-daemon.js';
export { serveStdio, type ServeStdioOptions } from './serve-stdio.js';
