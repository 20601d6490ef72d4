import { createServer } from 'node:http';

/** Tells the bench where this server listens. @param {number} port */
export function announce(port) {
  process.send?.({ port });
}

/**
 * Listen with a plain listener of node:http, and say where.
 * @param {import('node:http').RequestListener} listener
 */
export function listenOn(listener) {
  const server = createServer(listener).listen(0, '127.0.0.1', () => {
    announce(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  });
}
