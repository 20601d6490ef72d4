export type { Channel, Served } from '../channel.js';
export type { ProcessLike } from '../process/index.js';
export { serveStdio, type Closed, type StdioEdge } from './serve-stdio.js';
export type { StdioOptions } from './stdio-options.js';
