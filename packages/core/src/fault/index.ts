export {
  type Alternative,
  type Definition,
  type DefinitionInput,
  type Derived,
  type Effect,
  EFFECTS,
  type Recovery,
  STRATEGIES,
  type Strategy,
} from './definition.js';
export {
  createRef,
  Fault,
  FAULT_OPTIONS,
  type FaultOptions,
  hasOwnText,
  isFault,
  isRef,
  type Ref,
} from './fault.js';
export { conditionFault, CONDITION_DOMAIN } from './condition-fault.js';
export { describeIssues, type ExampleSchema, type IssueOrigin } from './describe-issues.js';
export {
  type ContextOf,
  type Field,
  FIELD_TYPES,
  type Fields,
  type FieldSpec,
  type FieldType,
  type ResolvedField,
  resolveFields,
} from './fields.js';
export { redactFault } from './redact-fault.js';
export {
  type Expose,
  exposedText,
  TOOL_ERROR_DOMAIN,
  toolError,
  withText,
  type ToolErrorOptions,
} from './tool-error.js';
export { parseHttpDate, parseRetryAfter, parseSeconds } from './retry-after.js';
export {
  causeChain,
  type CauseRecord,
  classify,
  type ClassifyOptions,
  describeCause,
  fromIssues,
  GENERIC,
  GENERIC_DOMAIN,
  type InputProblem,
  peek,
} from './classify/index.js';
export {
  createRedactor,
  isPlain,
  isSuspicious,
  REDACTED,
  type RedactionPattern,
  type Redactor,
  type RedactorOptions,
  registeredIn,
} from './redaction/index.js';
export {
  byteLength,
  clipAdvice,
  clipOutsideQuotes,
  clipText,
  clipTokens,
  estimateTokens,
  oneLine,
  quoteForeign,
  stripInvisible,
} from './budget/text.js';
export { fitData } from './budget/fit-data.js';
