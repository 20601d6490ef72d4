export { toolError, type ToolErrorOptions } from '@errata/core/internal/era';
export { guard, unguard, type GuardOptions, type SdkServer } from './guard/index.js';
export { currentExchange } from './serve/current-exchange.js';
export type { SdkFactory, SdkFactoryContext, ServedSdk } from './serve/factory.js';
export {
  createHttpEdge,
  serveHttp,
  serveStdio,
  type HttpServing,
  type ServeHttpOptions,
  type ServeStdioOptions,
  type StdioServing,
} from './serve/serve.js';
export type { SdkHttpOptions } from './serve/http-edge.js';
