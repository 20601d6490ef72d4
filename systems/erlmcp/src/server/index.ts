export type { PortOptions, ServeOptions } from './port-options.js';
export { serveOnHttp } from './serve-on-http.js';
export { serveOnStdio } from './serve-on-stdio.js';
export { serveOnTcp, type TcpServing } from './serve-on-tcp.js';
