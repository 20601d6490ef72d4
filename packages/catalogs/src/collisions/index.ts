export {
  collisionMap,
  type EraOfNumber,
  findByReason,
  type FoundFailure,
  meaningsOf,
  type NumberReport,
  type NumberVerdict,
  verdictOf,
} from './collisions.js';
export {
  KNOWN_CONTRACTS,
  KNOWN_SOURCES,
  type Meaning,
  type NumberSource,
  sourceOfContract,
  sourceOfTable,
} from './sources.js';
export { type CodeRow, type CodeTable } from '../sdk/code-table.js';
export { LSP_RANGES, LSP_TABLES } from '../sdk/lsp.js';
export { SDK_TABLES, TYPESCRIPT_V2_LOCAL_CODES } from '../sdk/sdk.js';
