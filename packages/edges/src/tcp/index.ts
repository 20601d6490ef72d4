export type { Channel } from '../channel.js';
export { serveTcp, type TcpAddress, type TcpListening } from './serve-tcp.js';
export type { NewcomerLimits, TcpOptions } from './tcp-options.js';
