export { erlmcp } from './catalog.js';
export {
  ERLMCP_ERROR_CODES,
  VALID_ERROR_CODES,
  validateErrorCode,
  type ErlmcpErrorCode,
} from './codes.js';
export { erlmcpContract, erlmcpShape } from './contract.js';
export {
  buildErrorObject,
  encodeErrorResponse,
  type EncodeOptions,
  type ErlmcpErrorObject,
  type ErlmcpId,
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
} from './encode.js';
