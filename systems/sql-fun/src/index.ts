export type { DaemonOptions } from './daemon/index.js';
export {
  connectDaemon,
  daemonStatus,
  serveDaemon,
  serveOnStdio,
  stopDaemon,
  type DaemonClient,
  type DaemonClientOptions,
  type DaemonServing,
  type DaemonStatus,
  type ManageOptions,
  type ServeOnStdioOptions,
  type StartOptions,
} from './proxy/index.js';
