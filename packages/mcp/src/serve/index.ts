export { currentExchange } from './current-exchange.js';
export type { SdkFactory, SdkFactoryContext, ServedSdk } from './factory.js';
export {
  createSdkEdge,
  serve,
  type HttpServing,
  type ServeHttpOptions,
  type ServeOptions,
  type ServeStdioOptions,
  type Serving,
  type StdioServing,
} from './serve.js';
export type { SdkHttpOptions } from './serve-http.js';
