import { CLIENT_KEY, VERSION_KEY } from '@errata/core/internal/era';
import type { ProtocolLike, SdkContext, SdkRequest } from './sdk-shape.js';

/** What is known of the client behind a server: which revision was agreed on, and what it calls itself. */
export class Peer {
  #version: unknown = undefined;
  #client: string | undefined = undefined;
  readonly #protocol: ProtocolLike;

  constructor(protocol: ProtocolLike) {
    this.#protocol = protocol;
  }

  /** The revision of one request. The best source comes first: its envelope, the handshake, what v2 serves, the header. */
  versionOf<V>(
    { mcpReq, requestInfo, http }: SdkContext,
    read: (version: unknown) => V | undefined,
  ): V | undefined {
    return (
      read(mcpReq?.envelope?.[VERSION_KEY]) ??
      read(this.#version) ??
      read(this.#protocol._negotiatedProtocolVersion) ??
      // A server without sessions never sees a handshake; the header tells what was agreed on elsewhere.
      read(requestInfo?.headers?.['mcp-protocol-version']) ??
      read(http?.req?.headers?.get('mcp-protocol-version'))
    );
  }

  clientOf({ mcpReq }: SdkContext): string | undefined {
    return nameOf(mcpReq?.envelope?.[CLIENT_KEY]) ?? this.#client;
  }

  /** Another client may be at the end of another transport. */
  forget(): void {
    this.#client = undefined;
    this.#version = undefined;
  }

  /** Take note of a handshake. */
  agreed({ params }: SdkRequest, result: unknown): void {
    this.#client = nameOf(params?.['clientInfo']);
    this.#version = (result as { protocolVersion?: unknown } | null)?.protocolVersion;
  }
}

function nameOf(info: unknown): string | undefined {
  const { name } = (info ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
