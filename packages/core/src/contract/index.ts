export { cleanDeep, cleanText } from './clean.js';
export {
  assertContract,
  type Contract,
  type ContractOptions,
  defineContract,
  type Specified,
} from './define-contract.js';
export {
  type DataShape,
  declaredContext,
  declaredMember,
  type Facts,
  factsOf,
  FAULT_META_KEY,
  objectOrEmpty,
  plainShape,
  type ReadData,
  type ShapeView,
} from './shape.js';
export {
  type HttpAnswer,
  type HttpOptions,
  naturalStatus,
  type FailureOrigin,
  PROBLEM_MEDIA_TYPE,
  type ProblemDocument,
  toHttpAnswer,
  toProblemDocument,
} from './http.js';
export { type FailedCall, type FaultRecord, toFaultRecord } from './log.js';
export { fromPortable, type PortableFault, toPortable } from './portable.js';
export { createRpcWriter, type RpcWriter, toRpcError, toRpcErrorJson } from './rpc.js';
export {
  type ToolFailure,
  type ToolOptions,
  toolText,
  toToolFailure,
  toToolFailureJson,
  toToolFailureObject,
} from './tool.js';
export type { ToolWords } from './view.js';
export { identify, ORIGIN_KEY, translate, type Translation } from './translate.js';
export { type Budget, createView, DEFAULT_BUDGET, type View, type ViewOptions } from './view.js';
