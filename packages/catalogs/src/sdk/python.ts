import {
  defineCodeTable,
  row,
  standardRows,
  STATELESS_ROWS,
  URL_ELICITATION_ROW,
  ALL_REVISIONS,
  STATEFUL_REVISIONS,
} from './code-table.js';

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
