import {
  type ClientLike,
  type Outcome,
  recovering,
  type RecoveringOptions,
} from '@errata/mcp/client';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll } from 'vitest';
import { closeSockets } from './http.js';
import { endAll } from './start.js';
import { CLIENT, type ToolResult } from './wire.js';

/** What the scenarios use of a client, the same for both SDKs. */
export interface AnyClient {
  call(tool: string, signal?: AbortSignal): Promise<ToolResult>;
  list(): Promise<unknown>;
  readResource(uri: string): Promise<unknown>;
  ping(): Promise<unknown>;
  readonly inner: ClientV1 | ClientV2;
}

export type Sdk = 'v1' | 'v2';
export const SDKS = ['v1', 'v2'] as const;

const open = new Set<{ close(): Promise<void> }>();

/** Close every client of the test file. */
async function closeClients(): Promise<void> {
  await Promise.all([...open].map((client) => client.close()));
  open.clear();
}

/** Whether a client of v2 begins with a handshake, or tries 2026-07-28 first. */
type Mode = 'legacy' | 'auto';
type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A client that talks to a program on its stdio. */
export async function connectStdio(
  sdk: Sdk,
  args: readonly string[],
  mode: Mode = 'legacy',
): Promise<AnyClient> {
  const command = {
    command: process.execPath,
    args: [...args],
    env: { ...process.env } as Record<string, string>,
    stderr: 'ignore' as const,
  };
  if (sdk === 'v1') {
    const client = new ClientV1(CLIENT);
    await client.connect(new StdioV1(command));
    return wrapV1(client);
  }
  const client = new ClientV2(CLIENT, { versionNegotiation: { mode } });
  await client.connect(new StdioV2(command));
  return wrapV2(client);
}

export async function connectHttp(
  sdk: Sdk,
  url: string,
  options: { fetch?: FetchLike } = {},
  mode: Mode = 'legacy',
): Promise<AnyClient> {
  const address = new URL(url);
  if (sdk === 'v1') {
    const client = new ClientV1(CLIENT);
    await client.connect(new HttpV1(address, options) as TransportV1);
    return wrapV1(client);
  }
  const client = new ClientV2(CLIENT, { versionNegotiation: { mode } });
  await client.connect(new HttpV2(address, options));
  return wrapV2(client);
}

function wrapV1(client: ClientV1): AnyClient {
  open.add(client);
  return {
    call: (name, signal) =>
      client.callTool({ name, arguments: {} }, undefined, {
        ...(signal && { signal }),
      }) as Promise<ToolResult>,
    list: () => client.listTools(),
    readResource: (uri) => client.readResource({ uri }),
    ping: () => client.ping(),
    inner: client,
  };
}

function wrapV2(client: ClientV2): AnyClient {
  open.add(client);
  return {
    call: (name, signal) =>
      client.callTool(
        { name, arguments: {} },
        { ...(signal && { signal }) },
      ) as Promise<ToolResult>,
    list: () => client.listTools(),
    readResource: (uri) => client.readResource({ uri }),
    ping: () => client.ping(),
    inner: client,
  };
}

/** The same client with calls that recover. */
export function recover(client: AnyClient, options: RecoveringOptions) {
  const safe = recovering(client.inner as ClientLike, options) as unknown as {
    callTool(params: object): Promise<ToolResult>;
    tryCallTool(params: object): Promise<Outcome<ToolResult>>;
  };
  return {
    call: (name: string) => safe.callTool({ name, arguments: {} }),
    tryCall: (name: string) => safe.tryCallTool({ name, arguments: {} }),
  };
}

/** Whether a promise is still pending after `later`, an exchange that shows that time has passed. */
export async function isOpenAfter(pending: Promise<unknown>, later: () => Promise<unknown>) {
  let settled = false;
  pending.then(
    () => (settled = true),
    () => (settled = true),
  );
  await later();
  return !settled;
}

/** After the tests of this file, closes and ends everything that they opened and started. */
export function cleanUpAfterwards(): void {
  afterAll(async () => {
    await closeClients();
    closeSockets();
    await endAll();
  });
}
