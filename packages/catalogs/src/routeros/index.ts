export { routeros, type RouterosContext, type RouterosReason } from './catalog.js';
export {
  createRouterosContract,
  routerosContract,
  type RouterosContractOptions,
} from './contract.js';
export {
  createActionableError,
  createTokenEfficientError,
  type ActionableOptions,
  type TokenEfficientOptions,
} from './create-error.js';
export { fromTemplate, type TemplateContext } from './from-template.js';
export { handleToolErrors, type HandledTool } from './handle-tool-errors.js';
export {
  raiseDeviceErrorConcise,
  raiseDeviceNotFound,
  raiseDeviceNotFoundIntentBased,
  raiseDeviceUnreachable,
  raiseForbiddenTier,
  raiseValidationError,
  type AvailableDevices,
  type ConnectionTimeout,
  type DeviceAnswer,
  type ForbiddenTier,
  type InvalidValue,
} from './raise.js';
export { ROUTEROS_CODE_RANGES, ROUTEROS_MOST_COMMON } from './reference.js';
export { createRouterosShape, routerosShape, type RouterosShapeOptions } from './shape.js';
export { DEFAULT_RETRY_AFTER, ErrorRecoveryStrategy, suggestionFor } from './strategy.js';
export {
  DEVICE_ERROR_TEMPLATES,
  ERROR_TEMPLATES,
  VALIDATION_ERROR_TEMPLATES,
  type ErrorTemplate,
  type TemplateName,
} from './templates.js';
export { TIER_FLAGS, TOOL_TIERS, type GuardedTier, type ToolTier } from './tool-tier.js';
