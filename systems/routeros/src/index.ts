export { handleToolErrors } from '@errata/catalogs/routeros';
export { openServices, type Opened } from './server/open-services.js';
export {
  serveHttp,
  serveStdio,
  type ServeHttpOptions,
  type ServeRouterosOptions,
} from './server/serve-routeros.js';
export type { HttpAccessOptions } from './server/http-access.js';
export type { RouterosOptions } from './settings/options.js';
export { TOOLS } from './tools/all.js';
export type { Tool } from './tools/tool.js';
