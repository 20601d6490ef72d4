// Libraries for hosts. The program that uses them chooses the name, so no name identifies them.

const TEXT_ONLY = { content: 'all-text', structuredContent: 'dropped' } as const;

const PYTHON_DEFAULT =
  'it says "mcp", which the Python SDK says for every program that sets no name (client/session.py at 57394b0, 2026-08-20)';

/** What the OpenAI Agents SDK shows its model. */
export const openaiAgents: HostProfile = {
  id: 'openai-agents',
  name: 'OpenAI Agents SDK (Python)',
  observed: '2026-08-22',
  evidence: 'source',
  sources: [
    'openai-agents-python src/agents/mcp/util.py, server.py, tool.py',
    'https://github.com/openai/openai-agents-python/pull/4224',
  ],
  clientNames: [],
  nameless: PYTHON_DEFAULT,
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
    'for a JSON-RPC error the model is asked to try again, and the host itself repeats the call on -32000 or -32001',
};

/** What LangChain shows its model. */
export const langchain: HostProfile = {
  id: 'langchain',
  name: 'LangChain MCP adapters',
  observed: '2026-08-06',
  evidence: 'source',
  sources: [
    'langchain-mcp-adapters tools.py, sessions.py, README: tool error handling',
    'https://github.com/langchain-ai/langchain-mcp-adapters/issues/619',
  ],
  clientNames: [],
  nameless: PYTHON_DEFAULT,
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

const PROGRAM_DECIDES = 'the client has no default name: the program has to give one';

/** What a program gets from the client of SDK v1. */
export const plainSdkV1: HostProfile = {
  id: 'sdk-v1',
  name: 'A program on the TypeScript SDK v1 client',
  observed: '2026-11-15',
  evidence: 'measured',
  sources: ['@modelcontextprotocol/sdk 1.32.2'],
  clientNames: [],
  nameless: PROGRAM_DECIDES,
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

/** What a program gets from the client of SDK v2. */
export const plainSdkV2: HostProfile = {
  id: 'sdk-v2',
  name: 'A program on the TypeScript SDK v2 client',
  observed: '2026-11-15',
  evidence: 'measured',
  sources: ['@modelcontextprotocol/client 2.4.0', 'typescript-sdk docs/servers/errors.md'],
  clientNames: [],
  nameless: PROGRAM_DECIDES,
  rpcError: { reaches: 'exception', message: true, code: true, data: true, template: '{message}' },
  toolError: TEXT_ONLY,
  toolFailures: 'tool',
  because:
    'callTool throws a JSON-RPC error, which the model never sees; the text of a result is what it reads',
};

// Hosts that people install and run. Each sends its own name.

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
  // The product's long name. Builds of the same code under another name are another product's, "Code - OSS" is any build.
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
  // The host catches the exception of the SDK v1 client; its text, which includes the code, becomes a result. The host adds a
  // sentence that repeats the call. A reply does not know the call, so the sentence is left out here.
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

/** Every host that we studied. */
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

/** The profile of that id. For the name that a client sends, ask `hostOf`. */
export function hostProfile(id: string): HostProfile | undefined {
  return HOST_PROFILES.find((profile) => profile.id === id);
}

/**
 * What a host does with a failure before its model sees anything. Observed behaviour of one date: hosts change, so every
 * profile says when and where it was seen.
 */
export interface HostProfile {
  readonly id: string;
  readonly name: string;
  /** The date to which the observation belongs. */
  readonly observed: string;
  /** How it is known: the code was read, it was run, users reported it, or it is concluded from code. */
  readonly evidence: 'source' | 'measured' | 'reported' | 'inferred';
  readonly sources: readonly string[];
  /** The names that it sends. A name that others share is not listed. */
  readonly clientNames: readonly ClientName[];
  /** Why there is no name; set exactly if `clientNames` is empty. */
  readonly nameless?: string;
  readonly rpcError: RpcErrorView;
  readonly toolError: ToolErrorView;
  /** Where a failed tool call should go for this host. */
  readonly toolFailures: 'rpc' | 'tool';
  readonly because: string;
}

/** A `clientInfo.name` that a host sends. */
export interface ClientName {
  readonly name: string;
  /** `prefix`: what follows is not the host's own, such as the user's name for the server. */
  readonly match: 'exact' | 'prefix';
  readonly source: string;
  /** The date to which the source belongs. */
  readonly observed: string;
}

/** What the model sees of a JSON-RPC error. */
export interface RpcErrorView {
  /** `exception`: the client throws it, and the model sees nothing unless the program shows it. */
  readonly reaches: 'model' | 'exception';
  readonly message: boolean;
  readonly code: boolean;
  readonly data: boolean;
  /** The text, with placeholders `{code}`, `{message}` and `{data}`; for an exception its message. */
  readonly template: string;
}

/** What the model sees of a result with `isError`. */
export interface ToolErrorView {
  /** `json`: the whole result as JSON text. */
  readonly content: 'first-block' | 'all-text' | 'json';
  readonly structuredContent: 'dropped' | 'replaces-text' | 'included';
}
