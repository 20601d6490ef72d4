export {
  asTraceparent,
  createFailureAnswers,
  type FailureAnswers,
  type FailureBody,
  failureOf,
  type OnFault,
  type ToolSurface,
} from './answer-failure.js';
export { assertServed, createServer, type Server, type ServerOptions } from './create-server.js';
export { BaseConnection } from './base-connection.js';
export { Call, type CallInfo, type Exchange, type ProtocolFailure } from './call.js';
export type {
  CallSummary,
  Connection,
  Deadline,
  Deliver,
  Handler,
  OnCall,
  ToolFailures,
} from './connection.js';
export { isLate, isPromise, type Maybe, ignoringErrors, settleWithin, whenReady } from './call.js';
export { ID_IN_USE } from './dispatch.js';
export { resultJson } from './result-json.js';
