import { ERAS, type Era } from '@errata/core/era';
import type { SdkContext, SdkRequest } from './sdk-shape.js';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';

/** What is known of the client behind a server: which revision was agreed on, and what it calls itself. */
export interface Peer {
  /** The era of one request: its envelope says so, else the handshake, else the header. */
  eraOf(context: SdkContext): Era;
  clientOf(context: SdkContext): string | undefined;
  /** Take note of a handshake. */
  agreed(request: SdkRequest, result: unknown): void;
}

/** Spoken by both SDKs before anything was agreed on. */
const FIRST_ERA: Era = '2025-11-25';

export function createPeer(): Peer {
  let era: Era | undefined;
  let client: string | undefined;
  return {
    eraOf(context) {
      return (
        asEra(context.mcpReq?.envelope?.[VERSION_KEY]) ??
        era ??
        asEra(versionHeader(context)) ??
        FIRST_ERA
      );
    },
    clientOf: (context) => nameOf(context.mcpReq?.envelope?.[CLIENT_KEY]) ?? client,
    agreed(request, result) {
      client = nameOf(request.params?.['clientInfo']);
      era = asEra((result as { protocolVersion?: unknown } | null)?.protocolVersion);
    },
  };
}

function asEra(version: unknown): Era | undefined {
  return version === 'jsonrpc' ? undefined : ERAS.find((era) => era === version);
}

/** A server without sessions never sees a handshake; the header tells what was agreed on elsewhere. */
function versionHeader({ requestInfo, http }: SdkContext): unknown {
  return (
    requestInfo?.headers?.['mcp-protocol-version'] ??
    http?.req?.headers?.get('mcp-protocol-version')
  );
}

function nameOf(info: unknown): string | undefined {
  const { name } = (info ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
