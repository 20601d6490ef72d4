import { fileURLToPath } from 'node:url';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { FetchLike } from '../recovering-fetch.js';

const INFO = { name: 'test', version: '1.0.0' };

export type StdioServer = 'stdio-v1' | 'stdio-v2';
export type Revision = '2025-11-25' | '2026-07-28';

export const stdioCommand = (server: StdioServer, env: Readonly<Record<string, string>> = {}) => ({
  command: process.execPath,
  env,
  args: [fileURLToPath(new URL(`./${server}.js`, import.meta.url))],
});

export const createClientV1 = () => new ClientV1(INFO);

export const createClientV2 = (revision: Revision = '2025-11-25') =>
  new ClientV2(
    INFO,
    revision === '2026-07-28' ? { versionNegotiation: { mode: { pin: revision } } } : {},
  );

export async function connectStdioV1(server: StdioServer) {
  const client = createClientV1();
  await client.connect(new StdioV1(stdioCommand(server)));
  return client;
}

export async function connectStdioV2(server: StdioServer, revision: Revision) {
  const client = createClientV2(revision);
  await client.connect(new StdioV2(stdioCommand(server)));
  return client;
}

export interface HttpOptions {
  readonly fetch?: FetchLike;
}

export async function connectHttpV1(url: URL, options: HttpOptions = {}) {
  const client = createClientV1();
  await client.connect(new HttpV1(url, options) as TransportV1);
  return client;
}

export async function connectHttpV2(url: URL, revision: Revision, options: HttpOptions = {}) {
  const client = createClientV2(revision);
  await client.connect(new HttpV2(url, options));
  return client;
}
