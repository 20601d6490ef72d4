import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { listenOn } from '../../../../lib/announce.js';
import { createV1 } from '../sdk-v1.js';

/** @type {Map<string, StreamableHTTPServerTransport>} */
const sessions = new Map();

// A server and a transport per session, with JSON replies.
listenOn(async (request, response) => {
  const known = sessions.get(String(request.headers['mcp-session-id']));
  await (known ?? (await openSession())).handleRequest(request, response);
});

async function openSession() {
  const transport = new StreamableHTTPServerTransport({
    enableJsonResponse: true,
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await createV1().connect(
    /** @type {import('@modelcontextprotocol/sdk/shared/transport.js').Transport} */ (transport),
  );
  return transport;
}
