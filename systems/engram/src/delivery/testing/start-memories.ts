import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that keeps one memory per idempotency key, and counts. */
export interface Memories {
  readonly url: string;
  /** By key: how often it was asked for. */
  readonly asked: ReadonlyMap<string, number>;
  /** By key: the memory that there is. */
  readonly ids: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

export async function startMemories(): Promise<Memories> {
  const asked = new Map<string, number>();
  const ids = new Map<string, string>();
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    asked.set(key, (asked.get(key) ?? 0) + 1);
    if (!ids.has(key)) ids.set(key, `memory-${ids.size + 1}`);
    request.resume().on('end', () => response.end(JSON.stringify({ id: ids.get(key) })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    ids,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
