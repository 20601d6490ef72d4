import { defineCodeTable, PASCAL_NAMES, row, standardRows } from './code-table.js';

/** `ErrorCodes` of vscode-jsonrpc. Four of them are in the range that MCP 2026-07-28 reserves. */
export const vscodeJsonrpc = defineCodeTable({
  id: 'vscode-jsonrpc',
  name: 'vscode-jsonrpc',
  version: '10.0.0',
  eras: ['jsonrpc'],
  source: 'vscode-jsonrpc lib/common/messages.d.ts',
  rows: [
    ...standardRows(PASCAL_NAMES),
    row(-32001, 'UnknownErrorCode', 'wire', 'An error without a code of its own'),
    row(
      -32002,
      'ServerNotInitialized',
      'wire',
      'A request came before initialize',
      'not-initialized',
    ),
    row(-32096, 'ConnectionInactive', 'local', 'The connection is not active'),
    row(
      -32097,
      'PendingResponseRejected',
      'local',
      'The connection went away with the answer outstanding',
    ),
    row(-32098, 'MessageReadError', 'local', 'A message could not be read'),
    row(-32099, 'MessageWriteError', 'local', 'A message could not be written'),
  ],
});

/** `LSPErrorCodes`: below JSON-RPC's reserved range, so free. */
export const lsp = defineCodeTable({
  id: 'lsp',
  name: 'Language Server Protocol',
  version: 'latest, November 2026',
  eras: ['jsonrpc'],
  source: 'vscode-languageserver-protocol LSPErrorCodes',
  rows: [
    row(-32800, 'RequestCancelled', 'wire', 'The client cancelled the request', 'cancelled'),
    row(-32801, 'ContentModified', 'wire', 'The document changed under the request'),
    row(-32802, 'ServerCancelled', 'wire', 'The server cancelled the request', 'cancelled'),
    row(-32803, 'RequestFailed', 'wire', 'The request is right but failed'),
  ],
});

/** The ranges that LSP reserves. */
export const LSP_RANGES = [
  { name: 'jsonrpcReservedErrorRange', from: -32099, to: -32000 },
  { name: 'lspReservedErrorRange', from: -32899, to: -32800 },
] as const;

/** The numbers of the Language Server Protocol and of its JSON-RPC library. */
export const LSP_TABLES = [vscodeJsonrpc, lsp] as const;
