export { createHttpEdge, type HttpEdge } from './edge.js';
export { toFetchHandler, type FetchOptions } from './fetch-handler.js';
export type {
  Body,
  BodyProblem,
  HttpAnswer,
  HttpHead,
  HttpRequest,
  Receive,
  Sink,
} from './http-messages.js';
export { HTTP_PROBLEMS, type HttpProblem } from './http-problem.js';
export { serveHttp, type CloseOptions, type Listening, type ListenOptions } from './serve-http.js';
export {
  toExpress,
  toFastify,
  toHono,
  type FastifyApp,
  type FastifyMountOptions,
  type HonoContext,
} from './mounts.js';
export { toNodeHandler } from './node-handler.js';
export type { Allowed } from './origin.js';
export type { ParamHeader } from './modern-rules.js';
export { serveMethods, type ServeMethodsOptions } from './serve-methods.js';
export type { SessionOptions } from './sessions.js';
export type { HttpEdgeOptions, OpenInfo } from './settings.js';
