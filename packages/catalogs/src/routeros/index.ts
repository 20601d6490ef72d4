export { routeros, type RouterosContext, type RouterosReason } from './catalog.js';
export {
  createRouterosContract,
  createRouterosShape,
  routerosContract,
  type RouterosContractOptions,
  routerosShape,
  type RouterosShapeOptions,
} from './contract.js';
export {
  type ActionableOptions,
  type AvailableDevices,
  type ConnectionTimeout,
  createActionableError,
  createTokenEfficientError,
  type DeviceAnswer,
  type ForbiddenTier,
  fromTemplate,
  type HandledTool,
  handleToolErrors,
  type InvalidValue,
  raiseDeviceErrorConcise,
  raiseDeviceNotFound,
  raiseDeviceNotFoundIntentBased,
  raiseDeviceUnreachable,
  raiseForbiddenTier,
  raiseValidationError,
  type TemplateContext,
  type TokenEfficientOptions,
} from './raise.js';
export { ROUTEROS_CODE_RANGES, ROUTEROS_MOST_COMMON } from './reference.js';
export {
  DEFAULT_RETRY_AFTER,
  ErrorRecoveryStrategy,
  type GuardedTier,
  suggestionFor,
  TIER_FLAGS,
  TOOL_TIERS,
  type ToolTier,
} from './wording.js';
export {
  DEVICE_ERROR_TEMPLATES,
  ERROR_TEMPLATES,
  VALIDATION_ERROR_TEMPLATES,
  type ErrorTemplate,
  type TemplateName,
} from './templates.js';
