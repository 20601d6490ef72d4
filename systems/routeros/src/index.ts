export { handleToolErrors } from '@errata/catalogs/routeros';
export { openServices, type OpenedRouteros } from './server/open-services.js';
export { serveHttp, serveStdio } from './server/serve-routeros.js';
export type { HttpAccessOptions } from './server/http-access.js';
export type {
  RouterosOptions,
  ServeRouterosHttpOptions,
  ServeRouterosOptions,
} from './settings/options.js';
export { TOOLS } from './tools/all.js';
export type { RouterosTool } from './tools/tool.js';
