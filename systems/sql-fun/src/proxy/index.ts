export { connectDaemon, type DaemonClient, type DaemonClientOptions } from './daemon-client.js';
export type { StartOptions } from './launch-daemon.js';
export {
  daemonStatus,
  serveDaemon,
  stopDaemon,
  type DaemonServing,
  type DaemonStatus,
  type ManageOptions,
} from './manage-daemon.js';
export { serveOnStdio, type ServeOnStdioOptions } from './serve-on-stdio.js';
