export { createProxy, type ProxyOptions } from './create-proxy.js';
export {
  connectDaemon,
  type DaemonClient,
  type DaemonClientOptions,
  type RequestOptions,
} from './daemon-client.js';
export type { StartOptions } from './launch-daemon.js';
export {
  daemonStatus,
  stopDaemon,
  type DaemonStatus,
  type ManageOptions,
} from './manage-daemon.js';
export { serveDaemon, type DaemonServing } from './serve-daemon.js';
export { serveOnStdio, type ServeOnStdioOptions } from './serve-on-stdio.js';
