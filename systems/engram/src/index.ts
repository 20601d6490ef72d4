export {
  openAdministration,
  type Administration,
  type AdministrationOptions,
} from './admin/open-administration.js';
export type { CallerIdentity } from './access/token-list.js';
export {
  handleToolsCall,
  type ToolResult,
  type ToolsCallContext,
  type ToolsCallParams,
} from './gate/handle-tools-call.js';
export type { EngramHttpOptions } from './server/http-access.js';
export { openServices, type Opened } from './server/open-services.js';
export { serveHttp, serveStdio } from './server/serve-engram.js';
export {
  MODULES,
  type EngramOptions,
  type Module,
  type ServeEngramOptions,
  type ServeEngramHttpOptions,
} from './settings/options.js';
export { resolveOptions } from './settings/resolve-options.js';
export { TOOLS } from './tools/tools.js';
