export type { DaemonOptions } from './daemon/index.js';
export {
  connectDaemon,
  daemonStatus,
  serveDaemon,
  serveStdio,
  stopDaemon,
  type DaemonClient,
  type DaemonClientOptions,
  type DaemonServing,
  type DaemonStatus,
  type ManageOptions,
  type ServeStdioOptions,
  type StartOptions,
} from './proxy/index.js';
