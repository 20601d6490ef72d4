import {
  type ClientLike,
  type Outcome,
  recovering,
  type RecoveringOptions,
} from '@errata/mcp/client';
import {
  ClientV1,
  type ClientV2,
  connectV1,
  connectV2,
  type HttpOptions,
  type Mode,
} from '@errata/testing/sdk-clients';
import { afterAll } from 'vitest';
import { closeSockets } from './http.js';
import { endAll } from './start.js';
import type { ToolResult } from './wire.js';

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

/** A client that talks to a program on its stdio. */
export async function connectStdio(
  sdk: Sdk,
  args: readonly string[],
  mode?: Mode,
): Promise<AnyClient> {
  const env = { ...process.env } as Record<string, string>;
  const command = { command: process.execPath, args: [...args], env, stderr: 'ignore' as const };
  return wrap(sdk === 'v1' ? await connectV1(command) : await connectV2(command, mode));
}

export async function connectHttp(
  sdk: Sdk,
  url: string,
  options?: HttpOptions,
  mode?: Mode,
): Promise<AnyClient> {
  const target = new URL(url);
  return wrap(
    sdk === 'v1' ? await connectV1(target, options) : await connectV2(target, mode, options),
  );
}

function wrap(client: ClientV1 | ClientV2): AnyClient {
  open.add(client);
  return {
    call(name, signal) {
      const [params, options] = [{ name, arguments: {} }, { ...(signal && { signal }) }];
      const result =
        client instanceof ClientV1
          ? client.callTool(params, undefined, options)
          : client.callTool(params, options);
      return result as Promise<ToolResult>;
    },
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
