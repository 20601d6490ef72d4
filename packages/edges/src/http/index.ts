export { createHttpEdge, type HttpEdge } from './edge.js';
export { type FetchOptions, toFetchHandler } from './fetch-handler.js';
export type {
  Body,
  BodyProblem,
  HttpResponse,
  HttpHead,
  HttpRequest,
  Receive,
  Sink,
} from './http-messages.js';
export { HTTP_PROBLEMS, type HttpProblem } from './refusals.js';
export { type CloseOptions, type Listening, serveHttp } from './serve-http.js';
export {
  type FastifyApp,
  type FastifyMountOptions,
  type HonoContext,
  toExpress,
  toFastify,
  toHono,
} from './mounts.js';
export { toNodeHandler } from './node-handler.js';
export type { Allowed } from './request-head.js';
export type { ParamHeader } from './http-messages.js';
export { serveMethods, type ServeMethodsOptions } from './serve-methods.js';
export type { SessionOptions } from './sessions.js';
export type { HttpEdgeOptions, ListenOptions, OpenInfo } from './settings.js';
