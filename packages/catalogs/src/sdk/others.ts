import {
  defineCodeTable,
  row,
  STATELESS_ROWS,
  URL_ELICITATION_ROW,
  ALL_REVISIONS,
  STATEFUL_REVISIONS,
  STATELESS_REVISIONS,
} from './code-table.js';

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
