export {
  collisionMap,
  findByReason,
  KNOWN_CONTRACTS,
  KNOWN_SOURCES,
  meaningsOf,
  type EraOfNumber,
  type FoundFailure,
  type Meaning,
  type NumberReport,
  type Source,
  type Verdict,
} from './collisions/index.js';
export * from './engram/index.js';
export * from './erlmcp/index.js';
export {
  byHost,
  HOST_PROFILES,
  hostOf,
  hostProfile,
  view,
  type ClientName,
  type HostProfile,
  type HostResponse,
} from './hosts/index.js';
export * from './jsonrpc/index.js';
export { LSP_RANGES, LSP_TABLES } from './lsp/index.js';
export * from './mcp/index.js';
export * from './routeros/index.js';
export {
  SDK_TABLES,
  TYPESCRIPT_V2_LOCAL_CODES,
  type CodeRow,
  type CodeTable,
} from './sdk/index.js';
export * from './sql-fun/index.js';
