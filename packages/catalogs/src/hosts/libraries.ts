import type { HostProfile } from './profile.js';

// Libraries that a host is built on. The program around them may say any name, so none of them is known by one.

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
    'for a JSON-RPC error the model is told to try again, and -32000 or -32001 repeats the call by itself',
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
