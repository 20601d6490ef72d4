import {
  ALL_REVISIONS,
  type CodeTable,
  defineCodeTable,
  PASCAL_NAMES,
  row,
  standardRows,
  STATEFUL_REVISIONS,
  STATELESS_REVISIONS,
  STATELESS_ROWS,
  URL_ELICITATION_ROW,
} from './code-table.js';

/** `@modelcontextprotocol/sdk`: local and wire failures share numbers, so a client cannot tell them apart by code. */
export const typescriptV1 = defineCodeTable({
  id: 'typescript-sdk-v1',
  name: 'TypeScript SDK v1',
  version: '1.32.2',
  eras: STATEFUL_REVISIONS,
  source: '@modelcontextprotocol/sdk dist/esm/types.js, shared/protocol.js, server/*.js',
  rows: [
    ...standardRows(PASCAL_NAMES),
    row(-32700, 'InvalidMessage', 'wire', 'HTTP 400: valid JSON that is not JSON-RPC'),
    row(
      -32600,
      'MissingStructuredContent',
      'local',
      'A result lacks the structured content that was promised',
    ),
    row(
      -32602,
      'OutputSchemaMismatch',
      'local',
      'Structured content does not fit the output schema',
    ),
    row(-32000, 'ConnectionClosed', 'local', 'The connection closed, or the request was cancelled'),
    row(
      -32000,
      'HttpRejection',
      'wire',
      'HTTP 400, 403, 405, 406, 409, 413, 415 or 500: the request was not let in',
    ),
    row(-32001, 'RequestTimeout', 'local', 'No answer came in time', 'timeout'),
    row(-32001, 'SessionNotFound', 'wire', 'HTTP 404: the session is unknown'),
    URL_ELICITATION_ROW,
  ],
});

/** `@modelcontextprotocol/{core,server,client}`: local failures have string codes, see {@link TYPESCRIPT_V2_LOCAL_CODES}. */
export const typescriptV2 = defineCodeTable({
  id: 'typescript-sdk-v2',
  name: 'TypeScript SDK v2',
  version: '2.4.0',
  eras: ALL_REVISIONS,
  source:
    '@modelcontextprotocol/core types/enums.ts, types/errors.ts, shared/inboundClassification.ts',
  rows: [
    ...standardRows(PASCAL_NAMES),
    row(
      -32002,
      'ResourceNotFound',
      'wire',
      'Received from older servers; a handler that throws it sends -32602',
      'resource-not-found',
    ),
    ...STATELESS_ROWS,
    URL_ELICITATION_ROW,
    row(
      -32000,
      'HttpRejection',
      'wire',
      'HTTP 400, 403, 405, 406, 409, 413 or 415: the request was not let in',
    ),
    {
      ...row(-32001, 'SessionNotFound', 'wire', 'HTTP 404: the session is unknown'),
      eras: STATEFUL_REVISIONS,
    },
  ],
});

/** The string codes of `SdkError` in v2: never on the wire. `CLIENT_HTTP_*` is a family. */
export const TYPESCRIPT_V2_LOCAL_CODES = [
  'NOT_CONNECTED',
  'ALREADY_CONNECTED',
  'NOT_INITIALIZED',
  'CAPABILITY_NOT_SUPPORTED',
  'REQUEST_TIMEOUT',
  'CONNECTION_CLOSED',
  'SEND_FAILED',
  'INVALID_RESULT',
  'UNSUPPORTED_RESULT_TYPE',
  'INPUT_REQUIRED_ROUNDS_EXCEEDED',
  'LIST_PAGINATION_EXCEEDED',
  'METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION',
  'ERA_NEGOTIATION_FAILED',
  'CLIENT_HTTP_*',
] as const;

const NAMES = [
  'PARSE_ERROR',
  'INVALID_REQUEST',
  'METHOD_NOT_FOUND',
  'INVALID_PARAMS',
  'INTERNAL_ERROR',
] as const;

export const pythonV1 = defineCodeTable({
  id: 'python-sdk-v1',
  name: 'Python SDK v1',
  version: '1.29.0',
  eras: STATEFUL_REVISIONS,
  source: 'modelcontextprotocol/python-sdk v1.29.0',
  rows: [
    ...standardRows(NAMES),
    row(-32602, 'UnknownMethod', 'wire', 'A method that does not exist', 'method-not-found'),
    row(-32000, 'CONNECTION_CLOSED', 'local', 'The connection closed'),
    row(408, 'RequestTimeout', 'local', 'No answer came in time', 'timeout'),
    row(32600, 'SessionTerminated', 'local', 'The session was terminated; the number is positive'),
    row(0, 'HandlerError', 'wire', 'Any exception of a handler'),
    URL_ELICITATION_ROW,
  ],
});

export const pythonV2 = defineCodeTable({
  id: 'python-sdk-v2',
  name: 'Python SDK v2',
  version: '2.0.0',
  eras: ALL_REVISIONS,
  source: 'modelcontextprotocol/python-sdk 57394b05, shared/inbound.py',
  rows: [
    ...standardRows(NAMES),
    row(-32600, 'SessionNotFound', 'wire', 'The session is unknown or was terminated'),
    row(-32000, 'CONNECTION_CLOSED', 'local', 'The connection closed'),
    row(-32001, 'REQUEST_TIMEOUT', 'local', 'No answer came in time', 'timeout'),
    {
      ...row(
        -32800,
        'RequestCancelled',
        'wire',
        'The request was cancelled, over HTTP',
        'cancelled',
      ),
      eras: STATEFUL_REVISIONS,
    },
    ...STATELESS_ROWS,
    URL_ELICITATION_ROW,
  ],
});

/** FastMCP's `ErrorHandlingMiddleware`: what each Python exception becomes. */
export const fastmcp = defineCodeTable({
  id: 'fastmcp',
  name: 'FastMCP',
  version: '3.0.0rc2',
  eras: STATEFUL_REVISIONS,
  source: 'jlowin/fastmcp 2026-02-13, ErrorHandlingMiddleware',
  rows: [
    row(-32602, 'ValueError', 'wire', 'A ValueError of a handler', 'invalid-params'),
    row(-32001, 'NotFound', 'wire', 'Something that is not a resource was not found', 'not-found'),
    row(-32002, 'ResourceNotFound', 'wire', 'A resource was not found', 'resource-not-found'),
    row(-32000, 'PermissionError', 'wire', 'A PermissionError of a handler', 'forbidden'),
    row(-32000, 'TimeoutError', 'wire', 'A handler took too long', 'timeout'),
    row(-32000, 'RateLimitExceeded', 'wire', 'Too many requests', 'rate-limited'),
    row(-32603, 'InternalError', 'wire', 'Any other exception of a handler', 'internal'),
  ],
});

const RESOURCE = [
  'ResourceNotFound',
  'wire',
  'A resource was not found',
  'resource-not-found',
] as const;

const OLD_RESOURCE_ROW = { ...row(-32002, ...RESOURCE), eras: STATEFUL_REVISIONS };

const NEW_RESOURCE_ROW = { ...row(-32602, ...RESOURCE), eras: STATELESS_REVISIONS };

export const csharp = defineCodeTable({
  id: 'csharp-sdk',
  name: 'C# SDK',
  version: '2.2',
  eras: ALL_REVISIONS,
  source: 'modelcontextprotocol/csharp-sdk, August 2026',
  rows: [
    row(-32000, 'HttpRejection', 'wire', 'Any HTTP rejection without a code of its own'),
    row(-32001, 'SessionNotFound', 'wire', 'HTTP 404: the session is unknown'),
    OLD_RESOURCE_ROW,
    NEW_RESOURCE_ROW,
    ...STATELESS_ROWS,
    URL_ELICITATION_ROW,
  ],
});

export const go = defineCodeTable({
  id: 'go-sdk',
  name: 'Go SDK',
  version: '1.7-pre',
  eras: ALL_REVISIONS,
  source: 'modelcontextprotocol/go-sdk, August 2026',
  rows: [
    row(-32001, 'Unknown', 'both', 'An error without a code of its own'),
    OLD_RESOURCE_ROW,
    row(-32003, 'ClientClosing', 'both', 'The client is closing'),
    row(-32004, 'ServerClosing', 'both', 'The server is closing'),
    row(-32005, 'RejectedByTransport', 'both', 'The transport refused the message', 'transport'),
    ...STATELESS_ROWS,
    URL_ELICITATION_ROW,
  ],
});

export const rust = defineCodeTable({
  id: 'rust-sdk',
  name: 'Rust SDK (rmcp)',
  version: '3.1',
  eras: ALL_REVISIONS,
  source: 'modelcontextprotocol/rust-sdk, August 2026',
  rows: [OLD_RESOURCE_ROW, NEW_RESOURCE_ROW, ...STATELESS_ROWS, URL_ELICITATION_ROW],
});

/** Read for its non-standard codes only; it had none of 2026-07-28 yet. */
export const java = defineCodeTable({
  id: 'java-sdk',
  name: 'Java SDK',
  version: 'August 2026',
  eras: STATEFUL_REVISIONS,
  source: 'modelcontextprotocol/java-sdk, August 2026',
  rows: [OLD_RESOURCE_ROW, URL_ELICITATION_ROW],
});

export const php = defineCodeTable({
  id: 'php-sdk',
  name: 'PHP SDK',
  version: 'August 2026',
  eras: STATEFUL_REVISIONS,
  source: 'modelcontextprotocol/php-sdk, August 2026',
  rows: [OLD_RESOURCE_ROW],
});

/** A client, here for the one number that it sends to servers. */
export const vscode = defineCodeTable({
  id: 'vscode',
  name: 'VS Code',
  version: 'stored file, November 2026',
  eras: STATEFUL_REVISIONS,
  source: 'microsoft/vscode, MCP client',
  rows: [row(-32000, 'PermissionDenied', 'wire', 'The user denied permission', 'forbidden')],
});

/** The numbers of every implementation that was read. */
export const SDK_TABLES: readonly CodeTable[] = [
  typescriptV1,
  typescriptV2,
  pythonV1,
  pythonV2,
  csharp,
  go,
  rust,
  java,
  php,
  fastmcp,
  vscode,
];
