import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';

export { ClientV1, ClientV2 };

/** A program to start, or the address of a server. */
export type SdkTarget = ConstructorParameters<typeof StdioV1>[0] | URL;

export interface HttpOptions {
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

/** Whether a client of v2 begins with a handshake, tries 2026-07-28 first, or speaks nothing else. */
export type Mode = 'legacy' | 'auto' | { readonly pin: string };

const INFO = { name: 'test', version: '1.0.0' };

export const createClientV1 = () => new ClientV1(INFO);

export const createClientV2 = (mode: Mode = 'legacy') =>
  new ClientV2(INFO, { versionNegotiation: { mode } });

export async function connectV1(target: SdkTarget, options: HttpOptions = {}) {
  const client = createClientV1();
  const transport = target instanceof URL ? new HttpV1(target, options) : new StdioV1(target);
  await client.connect(transport as TransportV1);
  return client;
}

export async function connectV2(target: SdkTarget, mode?: Mode, options: HttpOptions = {}) {
  const client = createClientV2(mode);
  await client.connect(target instanceof URL ? new HttpV2(target, options) : new StdioV2(target));
  return client;
}
