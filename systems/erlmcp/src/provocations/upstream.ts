import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An upstream that promises more than it sends, and resets the connection in the middle of it. */
export interface BrokenUpstream {
  readonly url: string;
  close(): Promise<void>;
}

export async function startBrokenUpstream(): Promise<BrokenUpstream> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' });
    response.write('the first half of the report', () => request.socket.resetAndDestroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/report`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
