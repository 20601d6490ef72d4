export {
  asTraceparent,
  createFailureAnswers,
  metOf,
  type FailureAnswers,
  type FailureBody,
  type Met,
  type OnFault,
  type ToolSurface,
} from './answer-failure.js';
export { assertServed } from './assert-served.js';
export { BaseConnection } from './base-connection.js';
export { Call, type CallInfo } from './call.js';
export type { Connection, Deliver } from './connection.js';
export { createServer, type Server, type ServerOptions } from './create-server.js';
export { isLate, settleWithin } from './deadline.js';
export { ID_IN_USE } from './dispatch.js';
export type { Exchange } from './exchange.js';
export type { CallSummary, Deadline, Handler, OnCall, ToolFailures } from './handler.js';
export { isPromise, whenReady, type Maybe } from './maybe.js';
export { quietly } from './quietly.js';
export { resultJson } from './result-json.js';
