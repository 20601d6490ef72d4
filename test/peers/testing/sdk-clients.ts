// The nearest node_modules belongs to the peers; the clients under test are the project's own.
export { Client as ClientV1 } from '../../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js';
export { StdioClientTransport as StdioV1 } from '../../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.js';
export { StreamableHTTPClientTransport as HttpV1 } from '../../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.js';
export {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '../../../node_modules/@modelcontextprotocol/client/dist/index.mjs';
export { StdioClientTransport as StdioV2 } from '../../../node_modules/@modelcontextprotocol/client/dist/stdio.mjs';
export { CreateMessageRequestSchema as SamplingV1 } from '../../../node_modules/@modelcontextprotocol/sdk/dist/esm/types.js';
