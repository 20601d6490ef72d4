export type { Identity } from './access/index.js';
export {
  handleToolsCall,
  type ToolResult,
  type ToolsCallContext,
  type ToolsCallParams,
} from './gate/index.js';
export {
  openServices,
  serveOnHttp,
  serveOnStdio,
  type EngramHttpOptions,
  type Opened,
  type ServeEngramOptions,
  type ServeHttpOptions,
} from './server/index.js';
export { MODULES, resolveOptions, type EngramOptions, type Module } from './settings/index.js';
export { TOOLS } from './tools/index.js';
