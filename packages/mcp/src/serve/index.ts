export { currentExchange } from './current-exchange.js';
export type { SdkFactory, SdkFactoryContext, ServedSdk } from './factory.js';
export {
  createHttpEdge,
  serveHttp,
  serveStdio,
  type HttpServing,
  type ServeHttpOptions,
  type ServeStdioOptions,
  type StdioServing,
} from './serve.js';
export type { SdkHttpOptions } from './http-edge.js';
