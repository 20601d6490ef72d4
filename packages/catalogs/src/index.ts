// The contracts and their catalogs. What else a contract brings (literal helpers, templates, tables) is under its subpath.
export { createEngramContract, engram, engramContract } from './engram/index.js';
export { erlmcp, erlmcpContract } from './erlmcp/index.js';
export { jsonrpc, jsonrpcContract } from './jsonrpc/index.js';
export { mcp, mcpContract, mcpContractIn } from './mcp/index.js';
export { createRouterosContract, routeros, routerosContract } from './routeros/index.js';
export { sqlFun, sqlFunContract } from './sql-fun/index.js';
export {
  collisionMap,
  findByReason,
  KNOWN_CONTRACTS,
  meaningsOf,
  type FoundFailure,
  type NumberReport,
} from './collisions/index.js';
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
