import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { failedResult } from '../../sdk-tools.js';
import { createV1 } from '../sdk-v1.js';
import { listenOn } from '../../../../lib/announce.js';

// Stateless, with JSON replies: a server and a transport per request, as the SDK's own example does it.
listenOn(async (request, response) => {
  const server = createV1(failedResult);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => {
    void transport.close();
    void server.close();
  });
  await server.connect(
    /** @type {import('@modelcontextprotocol/sdk/shared/transport.js').Transport} */ (transport),
  );
  await transport.handleRequest(request, response);
});
