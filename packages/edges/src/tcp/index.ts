export type { Channel } from '../channel.js';
export { listenTcp, type TcpAddress, type TcpListening } from './listen-tcp.js';
export type { NewcomerLimits, TcpOptions } from './tcp-options.js';
