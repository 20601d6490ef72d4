export { engram } from './catalog.js';
export {
  createEngramContract,
  engramContract,
  type EngramContractOptions,
  type EngramError,
  engramShape,
  type ErrorData,
  toJsonRpcError,
  type ToJsonRpcErrorOptions,
} from './contract.js';
export {
  ENGRAM_MESSAGES,
  type EngramContext,
  type EngramLang,
  type EngramMessages,
} from './messages.js';
export {
  McpErrorCategory,
  McpErrorCode,
  McpErrorReason,
  ToolResultErrorCode,
  type Namespaced,
  type ReasonName,
} from './namespaces.js';
export {
  degradedResult,
  failedResult,
  isDeclaredResult,
  okResult,
  redirectResult,
  rejectResult,
  toToolResult,
  type DegradedResult,
  type FailedResult,
  type GatewayResult,
  type GatewayToolResult,
  type OkResult,
  type RedirectResult,
  type RejectResult,
  type ResultWords,
} from './results.js';
export {
  ERROR_SCENARIOS,
  RESULT_FORMS,
  RESULT_SCENARIOS,
  type ErrorScenario,
  type ResultFormName,
  type ResultScenario,
} from './scenarios.js';
