/** The `clientInfo.name` of a host whose handling of failures we have not studied. */
export interface HostName {
  readonly name: string;
  readonly host: string;
  /** Where the name is published. */
  readonly source: string;
  /** Default: exact. */
  readonly match?: 'prefix';
}

const CLIENTS =
  'https://github.com/apify/mcp-client-capabilities/blob/178a474/src/mcp_client_capabilities/mcp-clients.json';
const OPENAI_AGENTS =
  'https://github.com/openai/openai-agents-js/blob/039d733/packages/agents-core/src/shims/mcp-server/node.ts';

/**
 * Names of hosts without a profile. Their models read the text of a result; we found no evidence that any of them reads `data` of a
 * JSON-RPC error.
 */
export const HOST_NAMES: readonly HostName[] = [
  {
    name: 'claude-ai',
    host: 'Claude Desktop and claude.ai',
    source: 'https://github.com/modelcontextprotocol/typescript-sdk/issues/179',
  },
  { name: 'cursor-vscode', host: 'Cursor', source: CLIENTS },
  { name: 'windsurf-client', host: 'Windsurf', source: CLIENTS },
  { name: 'Windsurf', host: 'Windsurf', source: CLIENTS },
  {
    name: 'Cline',
    host: 'Cline',
    source: 'https://github.com/cline/cline/blob/0027187/src/services/mcp/McpHub.ts',
  },
  {
    name: 'langchain-mcp-adapter',
    host: 'LangChain.js MCP adapters',
    source: 'https://github.com/langchain-ai/langchainjs-mcp-adapters/blob/05f4b67/src/client.ts',
  },
  // Its default name is the transport and the command or URL.
  { name: 'stdio: ', host: 'OpenAI Agents SDK (JS)', source: OPENAI_AGENTS, match: 'prefix' },
  { name: 'sse: ', host: 'OpenAI Agents SDK (JS)', source: OPENAI_AGENTS, match: 'prefix' },
  { name: 'Roo-Code', host: 'Roo Code', source: CLIENTS },
  { name: 'Kilo-Code', host: 'Kilo Code', source: CLIENTS },
  { name: 'goose', host: 'Goose', source: CLIENTS },
  { name: 'Zed', host: 'Zed', source: CLIENTS },
  { name: 'opencode', host: 'opencode', source: CLIENTS },
  { name: 'ChatGPT', host: 'ChatGPT', source: CLIENTS },
  { name: 'Codex', host: 'OpenAI Codex', source: CLIENTS },
  { name: 'github-copilot-developer', host: 'GitHub Copilot CLI', source: CLIENTS },
  { name: 'Mistral', host: 'Le Chat', source: CLIENTS },
  { name: 'antigravity-client', host: 'Google Antigravity', source: CLIENTS },
  { name: 'amp-mcp-client', host: 'Amp', source: CLIENTS },
  { name: 'continue-cli-client', host: 'Continue', source: CLIENTS },
  { name: 'Q-DEV-CLI', host: 'Amazon Q Developer CLI', source: CLIENTS },
];
