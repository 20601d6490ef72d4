import type { HostProfile } from './profile.js';

const TEXT_ONLY = { content: 'all-text', structuredContent: 'dropped' } as const;

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

export const vsCode: HostProfile = {
  id: 'vs-code',
  name: 'VS Code',
  observed: '2026-11-15',
  evidence: 'source',
  sources: [
    'vscode mcpTypes.ts, mcpLanguageModelToolContribution.ts, languageModelToolsService.ts',
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
    'a JSON-RPC error shows its message only; structured content has to stand alone where it is sent',
};

export const codex: HostProfile = {
  id: 'codex',
  name: 'OpenAI Codex CLI',
  observed: '2026-11-15',
  evidence: 'inferred',
  sources: ['codex core/src/mcp_tool_call.rs, protocol/src/models.rs', 'rmcp error.rs'],
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

export const geminiCli: HostProfile = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  observed: '2026-11-15',
  evidence: 'inferred',
  sources: ['gemini-cli packages/core/src/tools/mcp-tool.ts'],
  rpcError: { reaches: 'model', message: true, code: false, data: false, template: '{message}' },
  toolError: { content: 'json', structuredContent: 'included' },
  toolFailures: 'tool',
  because: 'a result reaches the model whole, a JSON-RPC error as its message only',
};

export const openaiAgents: HostProfile = {
  id: 'openai-agents',
  name: 'OpenAI Agents SDK (Python)',
  observed: '2026-08-22',
  evidence: 'source',
  sources: [
    'openai-agents-python src/agents/mcp/util.py, tool.py',
    'https://github.com/openai/openai-agents-python/pull/4224',
  ],
  rpcError: {
    reaches: 'model',
    message: true,
    code: false,
    data: false,
    template: 'An error occurred while running the tool. Please try again. Error: {message}',
  },
  toolError: TEXT_ONLY,
  toolFailures: 'tool',
  because:
    'for a JSON-RPC error the model is told to try again, and -32000 or -32001 repeats the call by itself',
};

export const langchain: HostProfile = {
  id: 'langchain',
  name: 'LangChain MCP adapters',
  observed: '2026-08-06',
  evidence: 'source',
  sources: [
    'langchain-mcp-adapters tools.py, README: tool error handling',
    'https://github.com/langchain-ai/langchain-mcp-adapters/issues/619',
  ],
  rpcError: {
    reaches: 'exception',
    message: true,
    code: false,
    data: false,
    template: '{message}',
  },
  toolError: TEXT_ONLY,
  toolFailures: 'tool',
  because: 'a JSON-RPC error is an exception that ends the run; a result becomes a tool message',
};

export const plainSdkV1: HostProfile = {
  id: 'sdk-v1',
  name: 'A program on the TypeScript SDK v1 client',
  observed: '2026-11-15',
  evidence: 'measured',
  sources: ['@modelcontextprotocol/sdk 1.32.2'],
  rpcError: {
    reaches: 'exception',
    message: true,
    code: true,
    data: true,
    template: 'MCP error {code}: {message}',
  },
  toolError: TEXT_ONLY,
  toolFailures: 'tool',
  because:
    'callTool throws a JSON-RPC error, and its -32000 and -32001 look like failures of the client itself',
};

export const plainSdkV2: HostProfile = {
  id: 'sdk-v2',
  name: 'A program on the TypeScript SDK v2 client',
  observed: '2026-11-15',
  evidence: 'measured',
  sources: ['@modelcontextprotocol/client 2.4.0', 'typescript-sdk docs/servers/errors.md'],
  rpcError: { reaches: 'exception', message: true, code: true, data: true, template: '{message}' },
  toolError: TEXT_ONLY,
  toolFailures: 'tool',
  because:
    'callTool throws a JSON-RPC error, which the model never sees; the text of a result is what it reads',
};

export const HOST_PROFILES: readonly HostProfile[] = [
  claudeCode,
  vsCode,
  codex,
  geminiCli,
  openaiAgents,
  langchain,
  plainSdkV1,
  plainSdkV2,
];

export function hostProfile(id: string): HostProfile | undefined {
  return HOST_PROFILES.find((profile) => profile.id === id);
}
