export { mcp } from './catalog.js';
export {
  MCP_CODES_BY_REVISION,
  MCP_DRAFT_CODES,
  type McpCode,
  mcpNumber,
  type McpReason,
  type RequirementLevel,
} from './code-rules.js';
export { mcpContract, mcpContractIn, mcpShape } from './contract.js';
export { BAD_RESULT, defaultContract, unknownName, withMcp } from './default-contract.js';
export { MCP_REVISIONS, type McpRevision } from './revisions.js';
