export { startDaemon as serveDaemon } from './daemon/start-daemon.js';
export type { Daemon as DaemonServing, DaemonOptions } from './daemon/start-daemon.js';
export { connectDaemon } from './proxy/daemon-client.js';
export type { DaemonClient, DaemonClientOptions, StartOptions } from './proxy/daemon-client.js';
export { daemonStatus, serveStdio, stopDaemon } from './proxy/serve-stdio.js';
export type { DaemonStatus, ManageOptions, ServeProxyOptions } from './proxy/serve-stdio.js';
