export { cleanDeep, cleanText } from './clean.js';
export {
  assertContract,
  defineContract,
  type Contract,
  type ContractOptions,
  type Specified,
} from './define-contract.js';
export { FAULT_META_KEY, factsOf, type Facts } from './facts.js';
export {
  naturalStatus,
  PROBLEM_MEDIA_TYPE,
  toHttpAnswer,
  toProblemDocument,
  type HttpAnswer,
  type HttpOptions,
  type Origin,
  type ProblemDocument,
} from './http.js';
export { toFaultRecord, type FailedCall, type FaultRecord } from './log.js';
export { fromPortable, toPortable, type PortableFault } from './portable.js';
export { createRpcWriter, toRpcError, toRpcErrorJson, type RpcWriter } from './rpc.js';
export {
  declaredContext,
  declaredMember,
  membersOf,
  plainShape,
  type DataShape,
  type Reading,
  type ShapeView,
} from './shape.js';
export {
  toolText,
  toToolFailure,
  toToolFailureJson,
  toToolFailureObject,
  type ToolFailure,
  type ToolOptions,
} from './tool.js';
export type { ToolWords } from './tool-words.js';
export { identify, ORIGIN_KEY, translate, type Translation } from './translate.js';
export { createView, DEFAULT_BUDGET, type Budget, type View, type ViewOptions } from './view.js';
