/** What a server is spoken to in: a revision of MCP, or none. @typedef {'2026-07-28' | '2025-11-25' | 'jsonrpc'} Era */

const clientInfo = { name: 'bench', version: '1.0.0' };

/** The handshake of the revisions up to 2025-11-25. */
export const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
};

export const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** What every request of 2026-07-28 carries in its place, as `params._meta`. */
export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};
