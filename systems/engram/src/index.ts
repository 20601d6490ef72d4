export {
  serveOnHttp,
  serveOnStdio,
  type EngramHttpOptions,
  type ServeEngramOptions,
  type ServeHttpOptions,
} from './server/index.js';
export { MODULES, type EngramOptions, type Module } from './settings/index.js';
export { TOOLS } from './tools/index.js';
