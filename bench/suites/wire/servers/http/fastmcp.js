import { createServer } from 'node:net';
import { createFastMcp } from '../fastmcp.js';
import { announce } from './announce.js';

const port = await freePort();
const server = await createFastMcp();
await server.start({
  transportType: 'httpStream',
  httpStream: { port, host: '127.0.0.1', stateless: true, enableJsonResponse: true },
});
announce(port);

/**
 * It cannot say which port it was given, so it is told one that was free a moment ago.
 * @returns {Promise<number>}
 */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(free));
    });
  });
}
