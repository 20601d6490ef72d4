export { type DaemonOptions } from './daemon/start-daemon.js';
export {
  connectDaemon,
  type DaemonClient,
  type DaemonClientOptions,
  type StartOptions,
} from './proxy/daemon-client.js';
export {
  daemonStatus,
  serveStdio,
  stopDaemon,
  type DaemonStatus,
  type ManageOptions,
  type ServeProxyOptions,
} from './proxy/serve-stdio.js';
export { startDaemon as serveDaemon, type Daemon as DaemonServing } from './daemon/start-daemon.js';
