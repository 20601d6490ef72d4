export { collisionMap } from './collision-map.js';
export { findByReason, type FoundFailure } from './find-by-reason.js';
export { meaningsOf, type EraOfNumber, type NumberReport } from './meanings-of.js';
export { sourceOfContract, sourceOfTable, type Meaning, type Source } from './source.js';
export { KNOWN_CONTRACTS, KNOWN_SOURCES } from './sources.js';
export { verdictOf, type Verdict } from './verdict.js';
export { LSP_RANGES, LSP_TABLES } from '../lsp/index.js';
export {
  SDK_TABLES,
  TYPESCRIPT_V2_LOCAL_CODES,
  type CodeRow,
  type CodeTable,
} from '../sdk/index.js';
