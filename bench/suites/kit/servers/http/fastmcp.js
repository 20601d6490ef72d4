import { announce } from '../../../../lib/announce.js';
import { freePort } from '../../../../lib/free-port.js';
import { createFastMcp } from '../fastmcp.js';

const port = await freePort();
const server = await createFastMcp();
await server.start({
  transportType: 'httpStream',
  httpStream: { port, host: '127.0.0.1', enableJsonResponse: true },
});
announce(port);
