import {
  defineCodeTable,
  PASCAL_NAMES,
  row,
  standardRows,
  STATELESS_ROWS,
  URL_ELICITATION_ROW,
  ALL_REVISIONS,
  STATEFUL_REVISIONS,
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
