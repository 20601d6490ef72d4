export {
  EFFECTS,
  STRATEGIES,
  type Alternative,
  type Definition,
  type DefinitionInput,
  type Derived,
  type Effect,
  type Recovery,
  type Strategy,
} from './definition.js';
export { Fault, isFault, type FaultOptions } from './fault.js';
export {
  FIELD_TYPES,
  resolveFields,
  type ContextOf,
  type Field,
  type Fields,
  type FieldSpec,
  type FieldType,
  type ResolvedField,
} from './fields.js';
export { assertKeys, editDistance, nearestName } from './nearest.js';
export { redactFault } from './redact-fault.js';
export {
  exposedFault,
  TOOL_ERROR_DOMAIN,
  toolError,
  type Expose,
  type ToolErrorOptions,
} from './tool-error.js';
export { parseHttpDate, parseRetryAfter, parseSeconds } from './retry-after.js';
export { createRef, isRef, type Ref } from './ref.js';
export {
  causeChain,
  classify,
  fromIssues,
  describeCause,
  GENERIC,
  GENERIC_DOMAIN,
  peek,
  type CauseRecord,
  type ClassifyOptions,
  type InputProblem,
} from './classify/index.js';
export {
  createRedactor,
  isPlain,
  isSuspicious,
  REDACTED,
  registeredIn,
  type RedactionPattern,
  type Redactor,
  type RedactorOptions,
} from './redaction/index.js';
export {
  byteLength,
  clipAdvice,
  clipOutsideQuotes,
  clipText,
  clipTokens,
  estimateTokens,
  fitData,
  oneLine,
  quoteForeign,
  stripInvisible,
} from './budget/index.js';
