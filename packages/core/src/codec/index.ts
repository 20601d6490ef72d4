export {
  encodeBatch,
  encodeError,
  encodeNotification,
  encodeRequest,
  encodeResult,
  isSimple,
  toJson,
} from './encode.js';
export { createEventReader } from './event-reader.js';
export { idKey, idText, idValue, isIntegerText } from './id.js';
export { DEFAULT_LIMITS, type Limits } from './limits.js';
export {
  PROBLEMS,
  type BatchMessage,
  type IdText,
  type Incoming,
  type NotificationMessage,
  type Params,
  type Problem,
  type ProblemName,
  type RequestMessage,
  type ResponseMessage,
  type SingleMessage,
  type WireError,
} from './message.js';
export { createParser, type Parse, type ParseOptions } from './parse.js';
export { scanId } from './scan-id.js';
