/** The constants of the seed's header file under their own names; the last five are named after its validation list. */
export const ERLMCP_ERROR_CODES = {
  JSONRPC_PARSE_ERROR: -32700,
  JSONRPC_INVALID_REQUEST: -32600,
  JSONRPC_METHOD_NOT_FOUND: -32601,
  JSONRPC_INVALID_PARAMS: -32602,
  JSONRPC_INTERNAL_ERROR: -32603,
  MCP_ERROR_RESOURCE_NOT_FOUND: -32001,
  MCP_ERROR_TOOL_NOT_FOUND: -32002,
  MCP_ERROR_PROMPT_NOT_FOUND: -32003,
  MCP_ERROR_CAPABILITY_NOT_SUPPORTED: -32004,
  MCP_ERROR_NOT_INITIALIZED: -32005,
  MCP_ERROR_SUBSCRIPTION_FAILED: -32006,
  MCP_ERROR_VALIDATION_FAILED: -32007,
  MCP_ERROR_TRANSPORT_ERROR: -32008,
  MCP_ERROR_TIMEOUT: -32009,
  MCP_ERROR_RATE_LIMITED: -32010,
  MCP_ERROR_TOOL_DESCRIPTION_TOO_LONG: -32011,
} as const;

/** A code that erlmcp allows. */
export type ErlmcpErrorCode = (typeof ERLMCP_ERROR_CODES)[keyof typeof ERLMCP_ERROR_CODES];

/** Every number that the encoder accepts, in the seed's order. */
export const VALID_ERROR_CODES: readonly ErlmcpErrorCode[] = Object.values(ERLMCP_ERROR_CODES);

const valid: ReadonlySet<number> = new Set(VALID_ERROR_CODES);

/** Whether a number is one of the codes that erlmcp allows. */
export function validateErrorCode(code: number): code is ErlmcpErrorCode {
  return valid.has(code);
}
