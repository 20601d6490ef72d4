import type { HostProfile } from './profile.js';

// Hosts that somebody installs and runs. They introduce themselves by a name of their own.

/** What Claude Code shows its model. */
export const claudeCode: HostProfile = {
  id: 'claude-code',
  name: 'Claude Code',
  observed: '2026-09-04',
  evidence: 'reported',
  sources: [
    'https://github.com/anthropics/claude-code/issues/71352',
    'https://github.com/anthropics/claude-code/issues/85833',
    'https://github.com/anthropics/claude-code/issues/86032',
    'https://github.com/anthropics/claude-code/issues/1804',
    'https://github.com/anthropics/claude-code/issues/39976',
  ],
  clientNames: [
    {
      name: 'claude-code',
      match: 'exact',
      source: 'https://github.com/cl-ai-project/cl-mcp/issues/26 (log of 2.0.73)',
      observed: '2025-12-19',
    },
  ],
  rpcError: {
    reaches: 'model',
    message: true,
    code: true,
    data: false,
    template: 'MCP error {code}: {message}',
  },
  toolError: { content: 'first-block', structuredContent: 'dropped' },
  toolFailures: 'tool',
  because: 'error.data is dropped, so everything has to be in the first text block of a result',
};

/** What VS Code shows its model. */
export const vsCode: HostProfile = {
  id: 'vs-code',
  name: 'VS Code',
  observed: '2026-11-15',
  evidence: 'source',
  sources: [
    'vscode mcpTypes.ts, mcpLanguageModelToolContribution.ts, languageModelToolsService.ts',
  ],
  // The product's long name. Builds of the same code under another name are another product's, "Code - OSS" is anybody's.
  clientNames: [
    {
      name: 'Visual Studio Code',
      match: 'exact',
      source:
        'vscode mcpServerRequestHandler.ts; https://github.com/Vaiz/rust-mcp-server/pull/83 (log of 1.108.0)',
      observed: '2026-01-19',
    },
    {
      name: 'Visual Studio Code - Insiders',
      match: 'exact',
      source: 'vscode mcpServerRequestHandler.ts; a published log of 1.103.0-insider',
      observed: '2025-08-03',
    },
  ],
  rpcError: {
    reaches: 'model',
    message: true,
    code: true,
    data: false,
    // Spelled as the host spells it.
    template: 'MPC {code}: {message}',
  },
  toolError: { content: 'all-text', structuredContent: 'replaces-text' },
  toolFailures: 'tool',
  because:
    'a JSON-RPC error loses its data; structured content has to stand alone where it is sent',
};

/** What Codex shows its model. */
export const codex: HostProfile = {
  id: 'codex',
  name: 'OpenAI Codex CLI',
  observed: '2026-11-15',
  evidence: 'inferred',
  sources: ['codex core/src/mcp_tool_call.rs, protocol/src/models.rs', 'rmcp error.rs'],
  clientNames: [
    {
      name: 'codex-mcp-client',
      match: 'exact',
      source: 'codex codex-rs/codex-mcp/src/rmcp_client.rs at 343074d',
      observed: '2026-08-22',
    },
  ],
  rpcError: {
    reaches: 'model',
    message: true,
    code: true,
    data: true,
    template: 'tool call error: {code}: {message}({data})',
  },
  toolError: { content: 'all-text', structuredContent: 'replaces-text' },
  toolFailures: 'tool',
  because: 'both arrive, and a result is counted as a failed call rather than as a broken server',
};

/** What Gemini CLI shows its model. */
export const geminiCli: HostProfile = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  observed: '2026-08-21',
  evidence: 'source',
  sources: ['gemini-cli packages/core/src/tools/mcp-tool.ts, mcp-client.ts at 5411f11'],
  clientNames: [
    {
      name: 'gemini-cli-mcp-client',
      match: 'exact',
      source: 'gemini-cli packages/core/src/tools/mcp-client.ts at 5411f11',
      observed: '2026-08-21',
    },
    {
      // Until 2025-10-03 the user's name for the server followed.
      name: 'gemini-cli-mcp-client-',
      match: 'prefix',
      source: 'gemini-cli packages/core/src/tools/mcp-client.ts before 3f79d7e',
      observed: '2025-10-03',
    },
  ],
  // The exception of the SDK v1 client is caught, and its words, which have the code in them, become a result. Around both
  // stands a sentence that repeats the call; no reply knows the call, so it is left out here.
  rpcError: {
    reaches: 'model',
    message: true,
    code: true,
    data: false,
    template: 'MCP error {code}: {message}',
  },
  toolError: { content: 'json', structuredContent: 'included' },
  toolFailures: 'tool',
  because: 'a result reaches the model whole, a JSON-RPC error without its data',
};
