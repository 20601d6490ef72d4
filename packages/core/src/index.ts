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
export { CONDITIONS, ERAS, judgeCode, type Condition, type Era } from './era/index.js';

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
  type ToolErrorOptions,
  type FaultOptions,
  type Redactor,
} from './fault/index.js';
export { createServer, type Handler, type OnFault, type Server } from './server/index.js';

// Read them, and recover.
export {
  createLoopBreaker,
  createRetryBudget,
  decide,
  isRecoveryError,
  readFailure,
  RecoveryError,
  withRecovery,
  type Plan,
} from './client/index.js';
