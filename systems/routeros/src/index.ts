export { handleToolErrors } from '@errata/catalogs/routeros';
export {
  openServices,
  serveOnHttp,
  serveOnStdio,
  type HttpAccessOptions,
  type Opened,
  type ServeHttpOptions,
  type ServeRouterosOptions,
} from './server/index.js';
export type { RouterosOptions } from './settings/index.js';
export { TOOLS } from './tools/index.js';
export type { Tool } from './tools/tool.js';
