declare const namespace: unique symbol;

/** A text that belongs to one namespace. The same text of another namespace is not assignable to it. */
export type Namespaced<N extends string, T extends string> = T & { readonly [namespace]: N };

/** JSON-RPC error codes (seed 002 §4). Tier A: names and values do not change within a major version. */
export const McpErrorCode = Object.freeze({
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  DEPENDENCY_UNAVAILABLE: -32001,
  BUSINESS_REJECTION: -32002,
  /** @deprecated Named so that old clients still read it; never emitted. */
  TOOL_EXECUTION_ERROR: -32000,
} as const);

export type McpErrorCode = (typeof McpErrorCode)[keyof typeof McpErrorCode];

/** The five categories of `error.data.category` (§2). Tier A. */
export const McpErrorCategory = Object.freeze({
  PROTOCOL: 'protocol',
  VALIDATION: 'validation',
  BUSINESS: 'business',
  DEPENDENCY: 'dependency',
  INTERNAL: 'internal',
} as const);

export type McpErrorCategory = (typeof McpErrorCategory)[keyof typeof McpErrorCategory];

/** The reasons of `error.data.reason` (§3.1 to §3.5), and of nothing else. Tier A. */
export const McpErrorReason = defineNamespace<'McpErrorReason'>()([
  'PARSE_ERROR',
  'INVALID_REQUEST',
  'METHOD_NOT_FOUND',
  'MISSING_REQUIRED_PARAM',
  'INVALID_PARAM_TYPE',
  'INVALID_PARAM_VALUE',
  'UNKNOWN_TOOL',
  'POLICY_REJECT',
  'AUTH_FAILED',
  'ACTOR_UNKNOWN',
  'GOVERNANCE_UPDATE_DENIED',
  'OPENMEMORY_UNAVAILABLE',
  'OPENMEMORY_CONNECTION_FAILED',
  'OPENMEMORY_API_ERROR',
  'LOGBOOK_DB_UNAVAILABLE',
  'LOGBOOK_DB_CHECK_FAILED',
  'INTERNAL_ERROR',
  'TOOL_EXECUTOR_NOT_REGISTERED',
  'UNHANDLED_EXCEPTION',
]);

export type McpErrorReason = (typeof McpErrorReason)[keyof typeof McpErrorReason];

/** The name of a reason as plain text, for tables that are keyed by it. */
export type ReasonName = keyof typeof McpErrorReason;

/**
 * The codes of `result.error_code` (§3.0), and of nothing else. Tier A. `MISSING_REQUIRED_PARAM` is the seed's example of
 * a name that both namespaces have; `MISSING_REQUIRED_PARAMETER` is what the original gateway sends.
 */
export const ToolResultErrorCode = defineNamespace<'ToolResultErrorCode'>()([
  'DEPENDENCY_MISSING',
  'MISSING_REQUIRED_PARAMETER',
  'MISSING_REQUIRED_PARAM',
  'POLICY_REJECTED',
  'ADMIN_KEY_REJECTED',
]);

export type ToolResultErrorCode = (typeof ToolResultErrorCode)[keyof typeof ToolResultErrorCode];

/** Each name is its own value; the brand exists for the compiler only. */
function defineNamespace<N extends string>() {
  return <const T extends readonly string[]>(names: T) =>
    Object.freeze(Object.fromEntries(names.map((name) => [name, name]))) as {
      readonly [K in T[number]]: Namespaced<N, K>;
    };
}
