import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a resource of the server is fetched from. */
export interface Upstream {
  readonly url: string;
  close(): Promise<void>;
}

/** An upstream that promises more than it sends, and resets the connection in the middle of it. */
export function startBrokenUpstream(): Promise<Upstream> {
  return startUpstream((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' });
    response.write('the first half of the report', () => request.socket.resetAndDestroy());
  });
}

/** An upstream that never answers; `asked` settles when somebody waits for it. */
export async function startSilentUpstream(): Promise<Upstream & { readonly asked: Promise<void> }> {
  let tell!: () => void;
  const asked = new Promise<void>((resolve) => (tell = resolve));
  return { ...(await startUpstream(() => tell())), asked };
}

async function startUpstream(answer: RequestListener): Promise<Upstream> {
  const server = createServer(answer);
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
