import { randomUUID } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import {
  createMcpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { listenOn } from '../../../../lib/announce.js';
import { createV2 } from '../sdk-v2.js';

/** @type {Map<string, WebStandardStreamableHTTPServerTransport>} */
const sessions = new Map();
const modern = createMcpHandler(() => createV2());

/** Whichever revision it is started for. @type {(request: Request) => Promise<Response>} */
const handle =
  process.argv[2] === '2026-07-28'
    ? (request) => modern.fetch(request)
    : async (request) => {
        const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
        return (known ?? (await openSession())).handleRequest(request);
      };

// The SDK's own adapter for node:http is this listener.
listenOn(getRequestListener(handle));

/** A server and a transport per session, with JSON replies. */
async function openSession() {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await createV2().connect(transport);
  return transport;
}
