export * from './assert-options.js';
export { CONDITIONS, PROTOCOL_CONDITIONS, REFUSALS, type Condition } from './condition.js';
export {
  CAPABILITIES_KEY,
  claimedVersion,
  CLIENT_KEY,
  hasClaim,
  headerMismatch,
  isLogLevel,
  LOG_LEVEL_KEY,
  LOG_LEVELS,
  malformedEnvelope,
  metaOf,
  MODERN,
  nameOfType,
  wrongParam,
  SERVER_KEY,
  SUBSCRIPTION_KEY,
  TASK_KEY,
  unsupportedVersion,
  VERSION_HEADER,
  VERSION_KEY,
  wrongEnvelope,
  type LogLevel,
  type WrongEnvelope,
} from './envelope.js';
export {
  ERA_RULES,
  ERAS,
  STANDARD_CODES,
  type Era,
  type EraRules,
  type ReservedBand,
} from './eras.js';
export { judgeCode, type CodeVerdict } from './judge-code.js';
