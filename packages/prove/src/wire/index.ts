export { connectHttp, type HttpWire, type HttpWireOptions } from './connect-http.js';
export { connectStdio, type StdioWire, type StdioWireOptions } from './connect-stdio.js';
export { connectTcp, type TcpWireOptions } from './connect-tcp.js';
export type { ChildOptions } from './child.js';
export { encodeHeaderValue, headersFor, type HeaderChanges } from './http-headers.js';
export { startServer, type ServerOptions, type StartedServer } from './start-server.js';
export { WireError } from './wire-error.js';
export type { Answer, HeadersLike, Wire, WireOptions } from './wire.js';
