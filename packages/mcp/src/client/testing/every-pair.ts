import {
  connectHttpV1,
  connectHttpV2,
  connectStdioV1,
  connectStdioV2,
  type Revision,
} from './connect.js';
import type { Listening } from '@errata/testing/raw-server';
import { serveHttpV1, serveHttpV2 } from './serve-http.js';

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/** What the tests use of either client; `callTool` is reached through `callOf`, whose arguments differ. */
export type AnyClient = Awaited<ReturnType<typeof connectStdioV1 | typeof connectStdioV2>>;

export interface Pair {
  readonly name: string;
  readonly sdk: 'v1' | 'v2';
  connect(): Promise<{ readonly client: AnyClient; close(): Promise<void> }>;
}

const overHttp = (
  serve: () => Promise<Listening>,
  connect: (url: URL) => Promise<AnyClient>,
): Pair['connect'] => {
  return async () => {
    const server = await serve();
    const client = await connect(server.url);
    return {
      client,
      async close() {
        await client.close();
        await server.close();
      },
    };
  };
};

const overStdio = (connect: () => Promise<AnyClient>): Pair['connect'] => {
  return async () => {
    const client = await connect();
    return { client, close: () => client.close() };
  };
};

const httpV2 = (revision: Revision) => (url: URL) => connectHttpV2(url, revision);

/** Both clients with both servers, on both transports, in each revision that the two can speak. */
export const PAIRS: readonly Pair[] = [
  { name: 'v1 → v1 stdio', sdk: 'v1', connect: overStdio(() => connectStdioV1('stdio-v1')) },
  { name: 'v1 → v2 stdio', sdk: 'v1', connect: overStdio(() => connectStdioV1('stdio-v2')) },
  { name: 'v1 → v1 http', sdk: 'v1', connect: overHttp(serveHttpV1, (url) => connectHttpV1(url)) },
  { name: 'v1 → v2 http', sdk: 'v1', connect: overHttp(serveHttpV2, (url) => connectHttpV1(url)) },
  {
    name: 'v2 → v1 stdio',
    sdk: 'v2',
    connect: overStdio(() => connectStdioV2('stdio-v1', '2025-11-25')),
  },
  {
    name: 'v2 → v2 stdio, 2026-07-28',
    sdk: 'v2',
    connect: overStdio(() => connectStdioV2('stdio-v2', '2026-07-28')),
  },
  { name: 'v2 → v1 http', sdk: 'v2', connect: overHttp(serveHttpV1, httpV2('2025-11-25')) },
  {
    name: 'v2 → v2 http, 2025-11-25',
    sdk: 'v2',
    connect: overHttp(serveHttpV2, httpV2('2025-11-25')),
  },
  {
    name: 'v2 → v2 http, 2026-07-28',
    sdk: 'v2',
    connect: overHttp(serveHttpV2, httpV2('2026-07-28')),
  },
];

/** Each client, each server and each transport once: what `npm test` runs. The drills run the other pairs. */
export const DAILY: readonly string[] = ['v1 → v1 http', 'v2 → v2 stdio, 2026-07-28'];

/** The arguments of `callTool`, each SDK's way. */
export function toolCall(sdk: Pair['sdk'], name: string, options: CallOptions = {}) {
  const params = { name, arguments: {} };
  return sdk === 'v1' ? [params, undefined, options] : [params, options];
}
