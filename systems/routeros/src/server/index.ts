export type { HttpAccessOptions } from './http-access.js';
export { openServices, type Opened } from './open-services.js';
export {
  serveOnHttp,
  serveOnStdio,
  type ServeHttpOptions,
  type ServeRouterosOptions,
} from './serve-routeros.js';
