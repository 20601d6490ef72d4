import { describe, expect, it } from 'vitest';
import { judgeCode } from '@errata/core';
import { lsp, vscodeJsonrpc } from './lsp.js';

describe('the numbers of LSP', () => {
  it('are those of vscode-jsonrpc', () => {
    expect(Object.fromEntries(vscodeJsonrpc.rows.map(({ name, code }) => [name, code]))).toEqual({
      ParseError: -32700,
      InvalidRequest: -32600,
      MethodNotFound: -32601,
      InvalidParams: -32602,
      InternalError: -32603,
      UnknownErrorCode: -32001,
      ServerNotInitialized: -32002,
      ConnectionInactive: -32096,
      PendingResponseRejected: -32097,
      MessageReadError: -32098,
      MessageWriteError: -32099,
    });
  });

  it('lie outside the reserved range where LSP chose them itself', () => {
    expect(lsp.rows.map(({ code }) => code)).toEqual([-32800, -32801, -32802, -32803]);
    for (const { code } of lsp.rows) expect(judgeCode(code, '2026-07-28').level).toBe('free');
  });
});
