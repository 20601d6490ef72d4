export type { EngramHttpOptions } from './http-access.js';
export { openServices, type Opened } from './open-services.js';
export { listTools } from './list-tools.js';
export {
  serveOnHttp,
  serveOnStdio,
  type ServeEngramOptions,
  type ServeHttpOptions,
} from './serve-engram.js';
