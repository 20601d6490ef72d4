export { erlmcp } from './catalog.js';
export {
  ERLMCP_ERROR_CODES,
  VALID_ERROR_CODES,
  validateErrorCode,
  type ErlmcpErrorCode,
} from './codes.js';
export { erlmcpContract } from './contract.js';
export {
  buildErrorObject,
  encodeErrorResponse,
  type EncodeOptions,
  type ErlmcpErrorObject,
  type ErlmcpId,
} from './encode.js';
export {
  errorCapabilityNotSupported,
  errorInternal,
  errorInvalidParams,
  errorInvalidRequest,
  errorMethodNotFound,
  errorNotInitialized,
  errorParse,
  errorPromptNotFound,
  errorResourceNotFound,
  errorToolNotFound,
  errorValidationFailed,
} from './helpers.js';
export { erlmcpShape } from './shape.js';
