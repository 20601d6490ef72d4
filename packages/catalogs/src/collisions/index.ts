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
export { LSP_RANGES, LSP_TABLES } from '../lsp/index.js';
export {
  SDK_TABLES,
  TYPESCRIPT_V2_LOCAL_CODES,
  type CodeRow,
  type CodeTable,
} from '../sdk/index.js';
