import { createServer } from 'node:net';

/**
 * A port that was free a moment ago, for servers that cannot say which one they were given.
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}
