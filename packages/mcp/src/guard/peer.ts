import type { ProtocolLike, SdkContext, SdkRequest } from './sdk-shape.js';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';

/** What is known of the client behind a server: which revision was agreed on, and what it calls itself. */
export class Peer {
  private version: unknown = undefined;
  private client: string | undefined = undefined;
  private readonly protocol: ProtocolLike;

  constructor(protocol: ProtocolLike) {
    this.protocol = protocol;
  }

  /** Whatever tells the revision of one request, the best first: its envelope, the handshake, what v2 serves, the header. */
  versionsOf({ mcpReq, requestInfo, http }: SdkContext): readonly unknown[] {
    return [
      mcpReq?.envelope?.[VERSION_KEY],
      this.version,
      this.protocol._negotiatedProtocolVersion,
      // A server without sessions never sees a handshake; the header tells what was agreed on elsewhere.
      requestInfo?.headers?.['mcp-protocol-version'],
      http?.req?.headers?.get('mcp-protocol-version'),
    ];
  }

  clientOf({ mcpReq }: SdkContext): string | undefined {
    return nameOf(mcpReq?.envelope?.[CLIENT_KEY]) ?? this.client;
  }

  /** Another client may be at the end of another transport. */
  forget(): void {
    this.client = undefined;
    this.version = undefined;
  }

  /** Take note of a handshake. */
  agreed({ params }: SdkRequest, result: unknown): void {
    this.client = nameOf(params?.['clientInfo']);
    this.version = (result as { protocolVersion?: unknown } | null)?.protocolVersion;
  }
}

function nameOf(info: unknown): string | undefined {
  const { name } = (info ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
