export type { OnFault } from './answer-failure.js';
export type { CallInfo } from './call.js';
export { createServer, type Handler, type Server, type ServerOptions } from './create-server.js';
