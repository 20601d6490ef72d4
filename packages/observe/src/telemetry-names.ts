/**
 * The names of attributes and instruments, as of 2026-11-15. `rpc.*` and `error.type` are stable in
 * @opentelemetry/semantic-conventions 1.45.0, `jsonrpc.*` is experimental there. `mcp.*` and `gen_ai.*` have moved to
 * github.com/open-telemetry/semantic-conventions-genai (docs/gen-ai/mcp.md, status Development), of which there is no
 * package, so all of them are written down here. That document still says `rpc.response.status_code`, which became
 * `rpc.status_code` when the RPC conventions were made stable.
 */
export const ATTRIBUTE = {
  errorType: 'error.type',
  rpcSystem: 'rpc.system.name',
  rpcMethod: 'rpc.method',
  rpcMethodOriginal: 'rpc.method_original',
  rpcStatus: 'rpc.status_code',
  requestId: 'jsonrpc.request.id',
  jsonrpcVersion: 'jsonrpc.protocol.version',
  mcpMethod: 'mcp.method.name',
  mcpVersion: 'mcp.protocol.version',
  toolName: 'gen_ai.tool.name',
  operation: 'gen_ai.operation.name',
  ref: 'dev.errata.ref',
  domain: 'dev.errata.domain',
  effect: 'dev.errata.effect',
  retryable: 'dev.errata.retryable',
} as const;

export const INSTRUMENT = {
  duration: 'mcp.server.operation.duration',
  faults: 'dev.errata.faults',
} as const;

/** In place of a method that the server does not have (semantic conventions, note on `rpc.method`). */
export const UNRECOGNISED = '_OTHER';

/** The boundaries that the conventions ask for, in seconds. */
export const DURATION_BUCKETS = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
] as const;

/** Methods of MCP: known without having been seen to work, so that a failing `initialize` has its name. */
export const MCP_METHODS: readonly string[] = [
  'completion/complete',
  'initialize',
  'logging/setLevel',
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/progress',
  'notifications/roots/list_changed',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'server/discover',
  'subscriptions/listen',
  'tasks/cancel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
  'tasks/update',
  'tools/call',
  'tools/list',
];
