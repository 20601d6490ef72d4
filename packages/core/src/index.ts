// Declare failures.
export {
  defineCatalog,
  standard,
  toCatalogJson,
  toJsonSchema,
  toMarkdown,
  toOpenRpcErrors,
  type Catalog,
} from './catalog/index.js';
export type { DefinitionInput, Effect, Strategy } from './fault/index.js';
export { CONDITIONS, ERA_RULES, ERAS, judgeCode, type Condition, type Era } from './era/index.js';

// Say how they look on the wire.
export {
  createView,
  defineContract,
  toHttpAnswer,
  toProblemDocument,
  toRpcErrorJson,
  toToolFailure,
  translate,
  type Contract,
  type ContractOptions,
  type DataShape,
  type FaultRecord,
} from './contract/index.js';

// Throw them, and answer requests.
export {
  classify,
  createRedactor,
  Fault,
  isFault,
  toolError,
  type Expose,
  type FaultOptions,
  type Redactor,
  type ToolErrorOptions,
} from './fault/index.js';
export {
  Call,
  createServer,
  type Handler,
  type OnCall,
  type OnFault,
  type Server,
  type ServerOptions,
} from './server/index.js';

// Read them, and recover.
export {
  createLoopBreaker,
  createRetryBudget,
  decide,
  isRecoveryError,
  readFailure,
  RecoveryError,
  withRecovery,
  type CallFailure,
  type Plan,
  type RecoveryOptions,
} from './client/index.js';
