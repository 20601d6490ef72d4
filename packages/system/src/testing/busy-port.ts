import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port of the loopback that is taken until it is closed. */
export async function busyPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
