import type { ClientName, HostProfile } from './profile.js';
import { HOST_PROFILES } from './profiles.js';

/** No host has a name near this; whoever sends a megabyte has it neither copied nor searched on every failed call. */
const MAX_NAME_LENGTH = 256;

/**
 * A bridge between stdio and HTTP that writes itself behind the name of the host. The replies of tools pass through it
 * unchanged, so the host counts (mcp-remote src/lib/utils.ts at d26e5a8, 2026-08-21).
 */
const VIA_BRIDGE = ' (via mcp-remote ';

const NAMES = HOST_PROFILES.flatMap((profile) =>
  profile.clientNames.map((known) => ({ ...known, name: fold(known.name), profile })),
);

/**
 * The host behind the `clientInfo.name` of a client; undefined for a name that is not surely one host's. Case does not count.
 * A name is a claim that nobody checked: choose by it how something looks, never who may do something.
 */
export function hostOf(clientName: string | undefined): HostProfile | undefined {
  if (typeof clientName !== 'string' || clientName.length > MAX_NAME_LENGTH) return undefined;
  const name = fold(withoutBridge(clientName));
  return NAMES.find((known) => matches(name, known))?.profile;
}

/**
 * Where a failed tool call goes for this client: what its host's profile says, and a result for whoever is unknown, because
 * the first text block is the only thing that a model surely sees. Made for the `toolFailures` option of a server.
 *
 * Revision 2026-07-28 says that servers SHOULD NOT change what they do by `clientInfo`. As long as every profile says `tool`,
 * they do not: all clients get the same, whatever the contract would have chosen.
 */
export function byHost(clientName: string | undefined): 'rpc' | 'tool' {
  return hostOf(clientName)?.toolFailures ?? 'tool';
}

function matches(name: string, known: ClientName): boolean {
  return known.match === 'prefix' ? name.startsWith(known.name) : name === known.name;
}

function withoutBridge(name: string): string {
  const end = name.endsWith(')') ? name.lastIndexOf(VIA_BRIDGE) : -1;
  return end < 0 ? name : name.slice(0, end);
}

function fold(name: string): string {
  return name.toLowerCase();
}
